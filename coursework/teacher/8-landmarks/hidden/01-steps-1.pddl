; Carry two parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    hill shore town depot - place
    letter crate - parcel
    van lorry - van)
  (:init
    (= (total-cost) 0)
    (ROAD shore town)
    (ROAD town shore)
    (ROAD town depot)
    (ROAD depot town)
    (FERRY hill shore)
    (FERRY shore hill)
    (stands van hill)
    (stands lorry shore)
    (lies letter depot)
    (lies crate town))
  (:goal (and (lies letter shore) (lies crate shore)))
  (:metric minimize (total-cost)))
