; The proof obligations of Small. Each script asks for values that violate one:
; the answer unsat means that there are none.

(reset)
; facts: at the start
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const text.1 text) ; ""
(assert (distinct text.0 text.1))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(define-fun var.left () Int param.n)
(define-fun var.said () text text.1)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; goal: this is unsatisfiable
(assert (not (and (>= var.left 0) (<= var.left param.n) (int.fits var.left) (or param.loud (distinct var.said text.0)) (>= var.left 1))))
(echo "1 facts: at the start (expect unsat)")
(check-sat)

(reset)
; facts: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int (go.quo var.left event.by))
(define-fun next.said () text var.said)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[event.by > 1 && left / event.by >= 1]--> Run is considered
; and taken
(assert (and (> event.by 1) (>= (go.quo var.left event.by) 1)))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n) (int.fits next.left) (or param.loud (distinct next.said text.0)) (>= next.left 1))))
(echo "2 facts: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run (expect unsat)")
(check-sat)

(reset)
; facts: Run --Halve[mode == Slow && !loud]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const text.1 text) ; "quiet"
(assert (distinct text.0 text.1))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int var.left)
(define-fun next.said () text text.1)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[mode == Slow && !loud]--> Run is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
; and taken
(assert (and (= var.mode enum.Mode.Slow) (not param.loud)))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n) (int.fits next.left) (or param.loud (distinct next.said text.0)) (>= next.left 1))))
(echo "3 facts: Run --Halve[mode == Slow && !loud]--> Run (expect unsat)")
(check-sat)

(reset)
; facts: Run --Halve[otherwise]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.min ((x Int) (y Int)) Int (ite (<= x y) x y))
(define-fun go.max ((x Int) (y Int)) Int (ite (>= x y) x y))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(define-fun go.rem ((x Int) (y Int)) Int
  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int (go.max 0 (go.min var.left (- event.by))))
(define-fun next.said () text var.said)
(define-fun next.Done.last () Int (- (go.rem var.left 2) 3))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n) (int.fits next.left) (>= next.Done.last (- 3)) (int.fits next.Done.last) (or param.loud (distinct next.said text.0)) (< next.Done.last 0))))
(echo "4 facts: Run --Halve[otherwise]--> Done (expect unsat)")
(check-sat)

(reset)
; facts: Run --Stop[left >= 0]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(define-fun next.left () Int var.left)
(define-fun next.said () text var.said)
(define-fun next.Done.last () Int (- 1))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Stop[left >= 0]--> Done is considered
; and taken
(assert (>= var.left 0))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n) (int.fits next.left) (>= next.Done.last (- 3)) (int.fits next.Done.last) (or param.loud (distinct next.said text.0)) (< next.Done.last 0))))
(echo "5 facts: Run --Stop[left >= 0]--> Done (expect unsat)")
(check-sat)

(reset)
; init: left, at the start
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(define-fun var.left () Int param.n)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; goal: this is unsatisfiable
(assert (not (and (>= var.left 0) (<= var.left param.n))))
(echo "6 init: left, at the start (expect unsat)")
(check-sat)

(reset)
; range: left, Run --Halve[event.by > 1 && left / event.by >= 1]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int (go.quo var.left event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[event.by > 1 && left / event.by >= 1]--> Run is considered
; and taken
(assert (and (> event.by 1) (>= (go.quo var.left event.by) 1)))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n))))
(echo "7 range: left, Run --Halve[event.by > 1 && left / event.by >= 1]--> Run (expect unsat)")
(check-sat)

(reset)
; range: left, Run --Halve[otherwise]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.min ((x Int) (y Int)) Int (ite (<= x y) x y))
(define-fun go.max ((x Int) (y Int)) Int (ite (>= x y) x y))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int (go.max 0 (go.min var.left (- event.by))))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (and (>= next.left 0) (<= next.left param.n))))
(echo "8 range: left, Run --Halve[otherwise]--> Done (expect unsat)")
(check-sat)

(reset)
; range: last, Run --Halve[otherwise]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(define-fun go.rem ((x Int) (y Int)) Int
  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.Done.last () Int (- (go.rem var.left 2) 3))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (>= next.Done.last (- 3))))
(echo "9 range: last, Run --Halve[otherwise]--> Done (expect unsat)")
(check-sat)

(reset)
; range: last, Run --Stop[left >= 0]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(define-fun next.Done.last () Int (- 1))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Stop[left >= 0]--> Done is considered
; and taken
(assert (>= var.left 0))
; goal: this is unsatisfiable
(assert (not (>= next.Done.last (- 3))))
(echo "10 range: last, Run --Stop[left >= 0]--> Done (expect unsat)")
(check-sat)

(reset)
; invariant: loud || said != "loud", at the start
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const text.1 text) ; ""
(assert (distinct text.0 text.1))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(define-fun var.said () text text.1)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; goal: this is unsatisfiable
(assert (not (or param.loud (distinct var.said text.0))))
(echo "11 invariant: loud || said != ""loud"", at the start (expect unsat)")
(check-sat)

(reset)
; invariant: loud || said != "loud", Run --Halve[mode == Slow && !loud]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const text.1 text) ; "quiet"
(assert (distinct text.0 text.1))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.said () text text.1)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[mode == Slow && !loud]--> Run is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
; and taken
(assert (and (= var.mode enum.Mode.Slow) (not param.loud)))
; goal: this is unsatisfiable
(assert (not (or param.loud (distinct next.said text.0))))
(echo "12 invariant: loud || said != ""loud"", Run --Halve[mode == Slow && !loud]--> Run (expect unsat)")
(check-sat)

(reset)
; invariant: last < 0, Run --Halve[otherwise]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(define-fun go.rem ((x Int) (y Int)) Int
  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.Done.last () Int (- (go.rem var.left 2) 3))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (< next.Done.last 0)))
(echo "13 invariant: last < 0, Run --Halve[otherwise]--> Done (expect unsat)")
(check-sat)

(reset)
; invariant: last < 0, Run --Stop[left >= 0]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(define-fun next.Done.last () Int (- 1))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Stop[left >= 0]--> Done is considered
; and taken
(assert (>= var.left 0))
; goal: this is unsatisfiable
(assert (not (< next.Done.last 0)))
(echo "14 invariant: last < 0, Run --Stop[left >= 0]--> Done (expect unsat)")
(check-sat)

(reset)
; gap: in Run, on Stop
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; no alternative is taken
(assert (not (>= var.left 0)))
(echo "15 gap: in Run, on Stop (expect unsat)")
(check-sat)

(reset)
; overflow: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[event.by > 1 && left / event.by >= 1]--> Run is considered
; goal: this is unsatisfiable
(assert (not (and (=> (and (> event.by 1) (distinct event.by 0)) (int.fits (go.quo var.left event.by))) (=> (and (and (> event.by 1) (>= (go.quo var.left event.by) 1)) (distinct event.by 0)) (int.fits (go.quo var.left event.by))))))
(echo "16 overflow: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run (expect unsat)")
(check-sat)

(reset)
; divide: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[event.by > 1 && left / event.by >= 1]--> Run is considered
; goal: this is unsatisfiable
(assert (not (and (=> (> event.by 1) (distinct event.by 0)) (=> (and (> event.by 1) (>= (go.quo var.left event.by) 1)) (distinct event.by 0)))))
(echo "17 divide: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run (expect unsat)")
(check-sat)

(reset)
; overflow: Run --Halve[otherwise]--> Done
; fsmgen: refuted
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.min ((x Int) (y Int)) Int (ite (<= x y) x y))
(define-fun go.max ((x Int) (y Int)) Int (ite (>= x y) x y))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(define-fun go.rem ((x Int) (y Int)) Int
  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (and (=> (distinct 2 0) (int.fits (- (go.rem var.left 2) 3))) (=> (distinct 2 0) (int.fits (- event.by))) (=> (distinct 2 0) (int.fits (go.min var.left (- event.by)))) (=> (distinct 2 0) (int.fits (go.max 0 (go.min var.left (- event.by))))))))
(echo "18 overflow: Run --Halve[otherwise]--> Done (expect sat)")
(check-sat)

(reset)
; bounded: in Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; goal: this is unsatisfiable
(assert (not (and (>= var.left 0) (>= 1 0))))
(echo "19 bounded: in Run (expect unsat)")
(check-sat)

(reset)
; decrease: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int (go.quo var.left event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[event.by > 1 && left / event.by >= 1]--> Run is considered
; and taken
(assert (and (> event.by 1) (>= (go.quo var.left event.by) 1)))
; goal: this is unsatisfiable
(assert (not (or (> var.left next.left) (and (= var.left next.left) (> 1 1)))))
(echo "20 decrease: Run --Halve[event.by > 1 && left / event.by >= 1]--> Run (expect unsat)")
(check-sat)

(reset)
; decrease: Run --Halve[mode == Slow && !loud]--> Run
; fsmgen: refuted
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
(define-fun next.left () Int var.left)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[mode == Slow && !loud]--> Run is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
; and taken
(assert (and (= var.mode enum.Mode.Slow) (not param.loud)))
; goal: this is unsatisfiable
(assert (not (or (> var.left next.left) (and (= var.left next.left) (> 1 1)))))
(echo "21 decrease: Run --Halve[mode == Slow && !loud]--> Run (expect sat)")
(check-sat)

(reset)
; decrease: Run --Halve[otherwise]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
(declare-const event.by Int)
(assert (int.fits event.by))
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Halve[otherwise]--> Done is considered
(assert (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))))
(assert (not (and (= var.mode enum.Mode.Slow) (not param.loud))))
; goal: this is unsatisfiable
(assert (not (or (> var.left 0) (and (= var.left 0) (> 1 0)))))
(echo "22 decrease: Run --Halve[otherwise]--> Done (expect unsat)")
(check-sat)

(reset)
; decrease: Run --Stop[left >= 0]--> Done
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.said text)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; where Run --Stop[left >= 0]--> Done is considered
; and taken
(assert (>= var.left 0))
; goal: this is unsatisfiable
(assert (not (or (> var.left 0) (and (= var.left 0) (> 1 0)))))
(echo "23 decrease: Run --Stop[left >= 0]--> Done (expect unsat)")
(check-sat)

(reset)
; params
; fsmgen: proved
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(declare-const param.n Int)
(declare-const param.loud Bool)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
(echo "24 params (expect sat)")
(check-sat)

(reset)
; deadlock: in Run
; fsmgen: proved
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((enum.Mode 0)) (((enum.Mode.Slow) (enum.Mode.Fast))))
(declare-sort text 0)
(declare-const text.0 text) ; "loud"
(declare-const int.max Int)
(assert (>= int.max 2147483647))
(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))
(define-fun go.quo ((x Int) (y Int)) Int
  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))
(declare-const param.n Int)
(declare-const param.loud Bool)
(declare-const var.left Int)
(declare-const var.mode enum.Mode)
(declare-const var.said text)
; valid parameters
(assert (int.fits param.n))
(assert (>= param.n 1))
(assert (<= param.n 100))
; facts about Run
(assert (>= var.left 0))
(assert (<= var.left param.n))
(assert (int.fits var.left))
(assert (or param.loud (distinct var.said text.0)))
(assert (>= var.left 1))
; goal: this is unsatisfiable
(assert (not (or (exists ((event.by Int)) (and (int.fits event.by) (or (and (> event.by 1) (>= (go.quo var.left event.by) 1)) (and (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))) (and (= var.mode enum.Mode.Slow) (not param.loud))) (and (not (and (> event.by 1) (>= (go.quo var.left event.by) 1))) (not (and (= var.mode enum.Mode.Slow) (not param.loud))) true)))) (>= var.left 0))))
(echo "25 deadlock: in Run (expect unsat)")
(check-sat)
