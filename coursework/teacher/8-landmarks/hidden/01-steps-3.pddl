; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    shore hill town depot - place
    letter crate - parcel
    van lorry - van)
  (:init
    (= (total-cost) 0)
    (ROAD hill town)
    (ROAD town hill)
    (ROAD town depot)
    (ROAD depot town)
    (FERRY shore hill)
    (stands van shore)
    (stands lorry depot)
    (lies letter town)
    (lies crate shore))
  (:goal (and (lies letter hill) (lies crate depot)))
  (:metric minimize (total-cost)))
