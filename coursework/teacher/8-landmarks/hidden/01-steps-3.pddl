; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    depot shore town hill - place
    letter crate - parcel
    van lorry - van)
  (:init
    (= (total-cost) 0)
    (ROAD depot shore)
    (ROAD shore depot)
    (ROAD shore town)
    (ROAD town shore)
    (FERRY town hill)
    (FERRY hill town)
    (stands van depot)
    (stands lorry depot)
    (lies letter depot)
    (lies crate town))
  (:goal (and (lies letter shore) (lies crate hill)))
  (:metric minimize (total-cost)))
