; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    depot town shore hill - place
    letter crate - parcel
    van lorry - van)
  (:init
    (= (total-cost) 0)
    (ROAD depot town)
    (ROAD town depot)
    (ROAD shore hill)
    (ROAD hill shore)
    (FERRY town shore)
    (FERRY shore town)
    (stands van depot)
    (stands lorry hill)
    (lies letter town)
    (lies crate depot))
  (:goal (and (lies letter shore) (lies crate town)))
  (:metric minimize (total-cost)))
