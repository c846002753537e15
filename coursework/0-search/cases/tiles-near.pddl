; Slide the tiles into their order.

(define (problem tiles-task)
  (:domain tiles)
  (:objects
    t1 t2 t3 t4 t5 - tile
    c00 c10 c20 c01 c11 c21 - cell)
  (:init
    (NEXT c00 c10)
    (NEXT c00 c01)
    (NEXT c10 c00)
    (NEXT c10 c20)
    (NEXT c10 c11)
    (NEXT c20 c10)
    (NEXT c20 c21)
    (NEXT c01 c00)
    (NEXT c01 c11)
    (NEXT c11 c10)
    (NEXT c11 c01)
    (NEXT c11 c21)
    (NEXT c21 c20)
    (NEXT c21 c11)
    (gap c20)
    (on t3 c00)
    (on t4 c10)
    (on t2 c01)
    (on t5 c11)
    (on t1 c21))
  (:goal (and (on t1 c10) (on t2 c20) (on t3 c01) (on t4 c11) (on t5 c21))))
