; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    town hill shore depot - place
    letter crate - parcel
    van - van)
  (:init
    (= (total-cost) 0)
    (ROAD hill shore)
    (ROAD shore hill)
    (ROAD shore depot)
    (ROAD depot shore)
    (FERRY town hill)
    (FERRY hill town)
    (stands van depot)
    (lies letter depot)
    (lies crate town))
  (:goal (and (lies letter town) (lies crate hill)))
  (:metric minimize (total-cost)))
