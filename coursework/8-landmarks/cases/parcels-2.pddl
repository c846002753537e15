; Two parcels and a van; the depot is beyond the water.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    shore town hill depot - place
    letter crate - parcel
    van - van)
  (:init
    (ROAD shore town)
    (ROAD town shore)
    (ROAD town hill)
    (ROAD hill town)
    (FERRY shore depot)
    (FERRY depot shore)
    (stands van town)
    (lies letter hill)
    (lies crate depot)
    (= (total-cost) 0))
  (:goal (and (lies letter depot) (lies crate town)))
  (:metric minimize (total-cost)))
