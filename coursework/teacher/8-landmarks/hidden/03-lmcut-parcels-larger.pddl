; Carry 6 parcels to their places.

(define (problem parcels-task)
  (:domain parcels)
  (:objects
    hill shore town depot - place
    letter crate box-3 box-4 box-5 box-6 - parcel
    van lorry - van)
  (:init
    (= (total-cost) 0)
    (ROAD hill shore)
    (ROAD shore hill)
    (ROAD town depot)
    (ROAD depot town)
    (FERRY shore town)
    (FERRY town shore)
    (stands van hill)
    (stands lorry depot)
    (lies letter shore)
    (lies crate town)
    (lies box-3 depot)
    (lies box-4 depot)
    (lies box-5 hill)
    (lies box-6 town))
  (:goal (and (lies letter hill) (lies crate depot) (lies box-3 shore) (lies box-4 town) (lies box-5 town) (lies box-6 hill)))
  (:metric minimize (total-cost)))
