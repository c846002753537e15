; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    town shore hill depot - place
    letter crate - parcel
    van - van)
  (:init
    (= (total-cost) 0)
    (ROAD town shore)
    (ROAD shore town)
    (ROAD shore hill)
    (ROAD hill shore)
    (FERRY hill depot)
    (stands van town)
    (lies letter shore)
    (lies crate town))
  (:goal (and (lies letter town) (lies crate hill)))
  (:metric minimize (total-cost)))
