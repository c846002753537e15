; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    depot town hill shore - place
    letter crate - parcel
    van - van)
  (:init
    (= (total-cost) 0)
    (ROAD depot town)
    (ROAD town depot)
    (ROAD town hill)
    (ROAD hill town)
    (FERRY hill shore)
    (FERRY shore hill)
    (stands van town)
    (lies letter shore)
    (lies crate shore))
  (:goal (and (lies letter hill) (lies crate depot)))
  (:metric minimize (total-cost)))
