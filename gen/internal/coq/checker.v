(* A checker of certificates, proved correct. A certificate shows that conditions over integers imply another one: each step
   is a sum of products of known facts, rounded because the values are integers. The proofs below compute with it. *)

Module Certificate.

(* Terms and conditions over atoms, which are the values of the machine. *)
Inductive atom := Int (z : Z) | Truth (b : bool).

Inductive term :=
| C (n : Z) | X (i : nat)
| Plus (s t : term) | Minus (s t : term) | Times (s t : term).

Inductive cond :=
| Holds (i : nat) | Yes | No
| Le (s t : term) | Lt (s t : term) | Eq (s t : term)
| And (p q : cond) | Or (p q : cond) | Not (p : cond).

Definition number (a : atom) : Z := match a with Int z => z | Truth b => Z.b2z b end.
Definition truth (a : atom) : bool := match a with Int z => 1 <=? z | Truth b => b end.
Fixpoint get (e : list atom) (i : nat) : atom :=
  match e, i with
  | [], _ => Int 0
  | a :: _, O => a
  | _ :: e', S j => get e' j
  end.

Fixpoint value (e : list atom) (t : term) : Z :=
  match t with
  | C n => n
  | X i => number (get e i)
  | Plus s t => value e s + value e t
  | Minus s t => value e s - value e t
  | Times s t => value e s * value e t
  end.

Fixpoint sat (e : list atom) (p : cond) : bool :=
  match p with
  | Holds i => truth (get e i)
  | Yes => true
  | No => false
  | Le s t => value e s <=? value e t
  | Lt s t => value e s <? value e t
  | Eq s t => value e s =? value e t
  | And p q => sat e p && sat e q
  | Or p q => sat e p || sat e q
  | Not p => negb (sat e p)
  end.

(* Polynomials: sums of coefficients times products of atoms. *)
Definition poly := list (list nat * Z).
Definition symbol (e : list atom) (i : nat) : Z := number (get e i).
Fixpoint mval (e : list atom) (m : list nat) : Z := match m with [] => 1 | i :: n => symbol e i * mval e n end.
Fixpoint pval (e : list atom) (p : poly) : Z :=
  match p with [] => 0 | (m, c) :: q => c * mval e m + pval e q end.

Fixpoint mmul (a : list nat) : list nat -> list nat :=
  match a with
  | [] => fun b => b
  | i :: a' => fix go (b : list nat) : list nat :=
      match b with
      | [] => i :: a'
      | j :: b' => if Nat.leb i j then i :: mmul a' (j :: b') else j :: go b'
      end
  end.

Fixpoint mcmp (a b : list nat) : comparison :=
  match a, b with
  | [], [] => Datatypes.Eq
  | [], _ => Datatypes.Lt
  | _, [] => Datatypes.Gt
  | i :: a', j :: b' => match Nat.compare i j with Datatypes.Eq => mcmp a' b' | c => c end
  end.

Definition pcons (m : list nat) (c : Z) (p : poly) : poly := if c =? 0 then p else (m, c) :: p.

Fixpoint padd (p : poly) : poly -> poly :=
  match p with
  | [] => fun q => q
  | (m, c) :: p' => fix go (q : poly) : poly :=
      match q with
      | [] => (m, c) :: p'
      | (n, d) :: q' =>
        match mcmp m n with
        | Datatypes.Eq => pcons m (c + d) (padd p' q')
        | Datatypes.Lt => (m, c) :: padd p' ((n, d) :: q')
        | Datatypes.Gt => (n, d) :: go q'
        end
      end
  end.

Definition pterm (m : list nat) (c : Z) (p : poly) : poly :=
  fold_right (fun t q => padd [(mmul m (fst t), c * snd t)] q) [] p.
Definition pmul (p q : poly) : poly := fold_right (fun t r => padd (pterm (fst t) (snd t) q) r) [] p.
Definition pneg (p : poly) : poly := map (fun t => (fst t, - snd t)) p.
Definition pconst (c : Z) : poly := pcons [] c [].

Lemma mmul_ok e a : forall b, mval e (mmul a b) = mval e a * mval e b.
Proof.
  induction a as [|i a IH]; intros b. cbn [mmul mval]; ring.
  induction b as [|j b IHb]. cbn [mmul mval]; ring.
  cbn [mmul]. destruct (Nat.leb i j).
  - cbn [mval]. rewrite IH. cbn [mval]. ring.
  - change (mval e (j :: mmul (i :: a) b) = mval e (i :: a) * mval e (j :: b)).
    cbn [mval]. rewrite IHb. cbn [mval]. ring.
Qed.

Lemma mcmp_eq a : forall b, mcmp a b = Datatypes.Eq -> a = b.
Proof.
  induction a as [|i a IH]; intros [|j b]; simpl; try discriminate; auto.
  destruct (Nat.compare i j) eqn:H; try discriminate. intros. apply Nat.compare_eq in H. subst. f_equal; auto.
Qed.

Lemma pcons_ok e m c p : pval e (pcons m c p) = c * mval e m + pval e p.
Proof. unfold pcons. destruct (Z.eqb_spec c 0); simpl; subst; ring. Qed.

Lemma padd_ok e p : forall q, pval e (padd p q) = pval e p + pval e q.
Proof.
  induction p as [|[m c] p IH]; intros q. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  induction q as [|[n d] q IHq]. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  cbn [padd]. destruct (mcmp m n) eqn:H.
  - apply mcmp_eq in H; subst. rewrite pcons_ok, IH. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  - cbn [pval]. rewrite IH. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  - change (pval e ((n, d) :: padd ((m, c) :: p) q) = pval e ((m, c) :: p) + pval e ((n, d) :: q)).
    cbn [pval]. rewrite IHq. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
Qed.

Lemma pterm_ok e m c p : pval e (pterm m c p) = c * mval e m * pval e p.
Proof.
  unfold pterm. induction p as [|[n d] p IH]; cbn [fold_right]. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  rewrite padd_ok, IH. cbn [pval fst snd]. rewrite mmul_ok. ring.
Qed.

Lemma pmul_ok e p q : pval e (pmul p q) = pval e p * pval e q.
Proof.
  unfold pmul. induction p as [|[m c] p IH]; cbn [fold_right]. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring.
  rewrite padd_ok, IH, pterm_ok. cbn [pval fst snd]. ring.
Qed.

Lemma pneg_ok e p : pval e (pneg p) = - pval e p.
Proof. unfold pneg. induction p as [|[m c] p IH]; cbn [map pval fst snd]. reflexivity. rewrite IH. ring. Qed.

Lemma pconst_ok e c : pval e (pconst c) = c.
Proof. unfold pconst. rewrite pcons_ok. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring. Qed.

Fixpoint pof (t : term) : poly :=
  match t with
  | C n => pconst n
  | X i => [([i], 1)]
  | Plus s t => padd (pof s) (pof t)
  | Minus s t => padd (pof s) (pneg (pof t))
  | Times s t => pmul (pof s) (pof t)
  end.

Lemma pof_ok e t : pval e (pof t) = value e t.
Proof.
  induction t; cbn [pof value]; rewrite ?padd_ok, ?pneg_ok, ?pmul_ok, ?pconst_ok, ?IHt1, ?IHt2; try ring.
  cbn [pval mval]. unfold symbol. ring.
Qed.

(* Facts: polynomials that are at least zero or equal to zero, joined by "and" and "or". *)
Inductive fact := Ge (p : poly) | Ze (p : poly) | All (f g : fact) | Any (f g : fact).

Fixpoint true_in (e : list atom) (f : fact) : Prop :=
  match f with
  | Ge p => 0 <= pval e p
  | Ze p => pval e p = 0
  | All f g => true_in e f /\ true_in e g
  | Any f g => true_in e f \/ true_in e g
  end.

Definition below (p : poly) : poly := padd (pneg p) (pconst (-1)).

Fixpoint opposite (f : fact) : fact :=
  match f with
  | Ge p => Ge (below p)
  | Ze p => Any (Ge (padd p (pconst (-1)))) (Ge (below p))
  | All f g => Any (opposite f) (opposite g)
  | Any f g => All (opposite f) (opposite g)
  end.

Fixpoint meaning (p : cond) : fact :=
  match p with
  | Holds i => Ge (padd [([i], 1)] (pconst (-1)))
  | Yes => Ge []
  | No => Ge (pconst (-1))
  | Le s t => Ge (padd (pof t) (pneg (pof s)))
  | Lt s t => Ge (padd (padd (pof t) (pneg (pof s))) (pconst (-1)))
  | Eq s t => Ze (padd (pof s) (pneg (pof t)))
  | And p q => All (meaning p) (meaning q)
  | Or p q => Any (meaning p) (meaning q)
  | Not p => opposite (meaning p)
  end.

Lemma below_ok e p : pval e (below p) = - pval e p - 1.
Proof. unfold below. rewrite padd_ok, pneg_ok, pconst_ok. ring. Qed.

Lemma opposite_twice e f : true_in e f -> true_in e (opposite (opposite f)).
Proof.
  induction f; cbn [opposite true_in]; rewrite ?below_ok, ?padd_ok, ?pconst_ok; try tauto; lia.
Qed.

Lemma meaning_ok e p : if sat e p then true_in e (meaning p) else true_in e (opposite (meaning p)).
Proof.
  induction p; cbn [sat meaning].
  - cbn [opposite true_in]. rewrite ?below_ok, ?padd_ok, ?pconst_ok. cbn [pval mval]. unfold symbol, truth, number.
    destruct (get e i) as [z|b]. destruct (Z.leb_spec 1 z); lia. destruct b; simpl; lia.
  - simpl; lia.
  - simpl; lia.
  - destruct (Z.leb_spec (value e s) (value e t)); cbn [opposite true_in]; rewrite ?below_ok, ?padd_ok, ?pneg_ok, ?pconst_ok, ?pof_ok; lia.
  - destruct (Z.ltb_spec (value e s) (value e t)); cbn [opposite true_in]; rewrite ?below_ok, ?padd_ok, ?pneg_ok, ?pconst_ok, ?pof_ok; lia.
  - destruct (Z.eqb_spec (value e s) (value e t)); cbn [opposite true_in]; rewrite ?below_ok, ?padd_ok, ?pneg_ok, ?pconst_ok, ?pof_ok; lia.
  - destruct (sat e p1), (sat e p2); cbn [andb opposite true_in]; tauto.
  - destruct (sat e p1), (sat e p2); cbn [orb opposite true_in]; tauto.
  - destruct (sat e p); cbn [negb]; auto using opposite_twice.
Qed.

(* A multiple is a number times known facts and, if one of these is an equality, atoms. *)
Definition sum := list (Z * list nat * list nat).

Inductive proof :=
| Absurd (s : sum)
| Cut (s : sum) (next : proof)
| Equate (s : sum) (next : proof)
| Squeeze (a b : nat) (next : proof)
| Left (i : nat) (next : proof) | Right (i : nat) (next : proof)
| Split (i : nat) (first second : proof)
| Branch (p : poly) (first second : proof).

Fixpoint factors (known : list fact) (zero : bool) (p : poly) (l : list nat) : option (poly * bool) :=
  match l with
  | [] => Some (p, zero)
  | i :: l' =>
    match nth_error known i with
    | Some (Ge q) => factors known zero (pmul p q) l'
    | Some (Ze q) => factors known true (pmul p q) l'
    | _ => None
    end
  end.

Fixpoint combine (known : list fact) (s : sum) : option (poly * bool) :=
  match s with
  | [] => Some ([], true)
  | (c, l, m) :: s' =>
    match factors known false (pconst 1) l, combine known s' with
    | Some (p, zero), Some (q, rest) =>
      if zero || ((0 <=? c) && match m with [] => true | _ => false end)
      then Some (padd (pterm (fold_right (fun i n => mmul [i] n) [] m) c p) q, zero && rest)
      else None
    | _, _ => None
    end
  end.

Definition divided (g : Z) (p : poly) : bool := forallb (fun t => snd t mod g =? 0) p.
Definition quotient (g : Z) (p : poly) : poly := map (fun t => (fst t, snd t / g)) p.

(* content is the greatest common divisor of the coefficients. *)
Definition content (p : poly) : Z :=
  let g := fold_right (fun t g => Z.gcd (snd t) g) 0 p in if g =? 0 then 1 else g.
Definition variable (p : poly) : poly := match p with ([], _) :: q => q | _ => p end.

(* round divides by g > 0 and rounds the constant, which comes first, down. *)
Definition round (g : Z) (p : poly) : option poly :=
  if 0 <? g then
    match p with
    | ([], c) :: q => if divided g q then Some (padd (pconst (c / g)) (quotient g q)) else None
    | q => if divided g q then Some (quotient g q) else None
    end
  else None.

Definition exact (g : Z) (p : poly) : option poly :=
  if (0 <? g) && divided g p then Some (quotient g p) else None.

Fixpoint same (p q : poly) : bool :=
  match p, q with
  | [], [] => true
  | (m, c) :: p', (n, d) :: q' => match mcmp m n with Datatypes.Eq => (c =? d) && same p' q' | _ => false end
  | _, _ => false
  end.

Definition atomic (f : fact) : option poly := match f with Ge p | Ze p => Some p | _ => None end.

Fixpoint check (known : list fact) (t : proof) : bool :=
  match t with
  | Absurd s => match combine known s with Some ([([], c)], _) => c <? 0 | _ => false end
  | Cut s t =>
    match combine known s with
    | Some (p, _) => match round (content (variable p)) p with Some q => check (Ge q :: known) t | None => false end
    | None => false
    end
  | Equate s t =>
    match combine known s with
    | Some (p, true) => match exact (content p) p with Some q => check (Ze q :: known) t | None => false end
    | _ => false
    end
  | Squeeze a b t =>
    match option_map atomic (nth_error known a), option_map atomic (nth_error known b) with
    | Some (Some p), Some (Some q) => same (padd p q) [] && check (Ze p :: known) t
    | _, _ => false
    end
  | Left i t => match nth_error known i with Some (All f _) => check (f :: known) t | _ => false end
  | Right i t => match nth_error known i with Some (All _ f) => check (f :: known) t | _ => false end
  | Split i t u =>
    match nth_error known i with
    | Some (Any f g) => check (f :: known) t && check (g :: known) u
    | _ => false
    end
  | Branch p t u => check (Ge p :: known) t && check (Ge (below p) :: known) u
  end.

Lemma factors_ok e known (K : Forall (true_in e) known) l : forall zero p r z,
  factors known zero p l = Some (r, z) ->
  (zero = true -> pval e p = 0) -> 
  (0 <= pval e p) ->
  0 <= pval e r /\ (z = true -> pval e r = 0).
Proof.
  induction l as [|i l IH]; cbn [factors]; intros zero p r z H Z P.
  - injection H; intros; subst; auto.
  - destruct (nth_error known i) as [f|] eqn:N; try discriminate.
    apply nth_error_In in N. rewrite Forall_forall in K. apply K in N.
    destruct f; try discriminate; cbn [true_in] in N.
    + eapply IH; eauto; rewrite pmul_ok; [intros Y; rewrite (Z Y); ring | apply Z.mul_nonneg_nonneg; auto].
    + eapply IH; eauto; rewrite pmul_ok, N; intros; lia.
Qed.

Lemma symbols_ok e m : mval e (fold_right (fun i n => mmul [i] n) [] m) = mval e m.
Proof. induction m as [|i m IH]. reflexivity. cbn [fold_right]. rewrite mmul_ok, IH. cbn [pval mval fold_right mmul padd pneg pconst pmul]; ring. Qed.

Lemma combine_ok e known (K : Forall (true_in e) known) s : forall r z,
  combine known s = Some (r, z) -> 0 <= pval e r /\ (z = true -> pval e r = 0).
Proof.
  induction s as [|[[c l] m] s IH]; cbn [combine]; intros r z H.
  - injection H; intros; subst; simpl; auto with zarith.
  - destruct (factors known false (pconst 1) l) as [[p zero]|] eqn:F; try discriminate.
    destruct (combine known s) as [[q rest]|] eqn:S; try discriminate.
    destruct (IH _ _ eq_refl) as [I1 I2].
    destruct (factors_ok e known K _ _ _ _ _ F) as [F1 F2]; [discriminate|rewrite pconst_ok; lia|].
    destruct (zero || (0 <=? c) && match m with [] => true | _ => false end) eqn:G; try discriminate.
    injection H; intros; subst. rewrite padd_ok, pterm_ok, symbols_ok.
    destruct zero.
    + rewrite (F2 eq_refl). split. lia. cbn [andb]. intros R. rewrite (I2 R). lia.
    + cbn [orb andb] in *. apply andb_prop in G. destruct G as [G1 G2]. apply Z.leb_le in G1. destruct m; try discriminate.
      cbn [mval]. split; try discriminate.
      assert (0 <= c * 1 * pval e p) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Lemma divided_ok e g p : 0 < g -> divided g p = true -> pval e p = g * pval e (quotient g p).
Proof.
  intros G. unfold divided, quotient. induction p as [|[m c] p IH]; cbn [forallb map pval fst snd]; intros D. lia.
  apply andb_prop in D. destruct D as [D1 D2]. rewrite (IH D2). apply Z.eqb_eq in D1.
  rewrite (Z.div_mod c g) at 1 by lia. rewrite D1. ring.
Qed.

Lemma round_ok e g p q : round g p = Some q -> 0 <= pval e p -> 0 <= pval e q.
Proof.
  unfold round. destruct (Z.ltb_spec 0 g); try discriminate.
  assert (D : forall r, divided g r = true -> 0 <= pval e r -> 0 <= pval e (quotient g r)).
  { intros r D P. rewrite (divided_ok e g r) in P by auto. nia. }
  destruct p as [|[[|i m] c] p].
  - intros R; injection R; intros; subst; assumption.
  - destruct (divided g p) eqn:E; try discriminate. intros R P.
    replace q with (padd (pconst (c / g)) (quotient g p)) by congruence. rewrite padd_ok, pconst_ok. cbn [pval mval] in *. rewrite (divided_ok e g p) in P by auto.
    assert (c mod g < g) by (apply Z.mod_pos_bound; auto). rewrite (Z.div_mod c g) in P by lia.
    nia.
  - destruct (divided g ((i :: m, c) :: p)) eqn:E; try discriminate. intros R; replace q with (quotient g ((i :: m, c) :: p)) by congruence. auto.
Qed.

Lemma exact_ok e g p q : exact g p = Some q -> pval e p = 0 -> pval e q = 0.
Proof.
  unfold exact. destruct (Z.ltb_spec 0 g); cbn [andb]; try discriminate.
  destruct (divided g p) eqn:D; try discriminate. intros R Z. replace q with (quotient g p) by congruence.
  rewrite (divided_ok e g p) in Z by auto. nia.
Qed.

Lemma same_ok e p : forall q, same p q = true -> pval e p = pval e q.
Proof.
  induction p as [|[m c] p IH]; intros [|[n d] q]; cbn [same]; try discriminate; auto.
  destruct (mcmp m n) eqn:M; try discriminate. apply mcmp_eq in M. subst. intros H. apply andb_prop in H. destruct H as [H1 H2].
  apply Z.eqb_eq in H1. subst. cbn [pval]. rewrite (IH _ H2). reflexivity.
Qed.

Lemma atomic_ok e f p : atomic f = Some p -> true_in e f -> 0 <= pval e p.
Proof. destruct f; cbn; intros H T; try discriminate; injection H; intros; subst; lia. Qed.

Lemma check_ok e t : forall known, Forall (true_in e) known -> check known t = true -> False.
Proof.
  induction t; cbn [check]; intros known K H.
  - destruct (combine known s) as [[p z]|] eqn:E; try discriminate. destruct (combine_ok e _ K _ _ _ E) as [P _].
    destruct p as [|[[|i m] c] [|]]; try discriminate. apply Z.ltb_lt in H. cbn [pval mval] in P. lia.
  - destruct (combine known s) as [[p z]|] eqn:E; try discriminate. destruct (combine_ok e _ K _ _ _ E) as [P _].
    destruct (round (content (variable p)) p) as [q|] eqn:R; try discriminate. apply (IHt _ (Forall_cons (Ge q) (round_ok _ _ _ _ R P) K) H).
  - destruct (combine known s) as [[p [|]]|] eqn:E; try discriminate. destruct (combine_ok e _ K _ _ _ E) as [_ P].
    destruct (exact (content p) p) as [q|] eqn:R; try discriminate. apply (IHt _ (Forall_cons (Ze q) (exact_ok _ _ _ _ R (P eq_refl)) K) H).
  - destruct (nth_error known a) as [f|] eqn:A; try discriminate. destruct (nth_error known b) as [g|] eqn:B; cbn [option_map] in H;
      destruct (atomic f) as [p|] eqn:P; try discriminate. destruct (atomic g) as [q|] eqn:Q; try discriminate.
    apply andb_prop in H. destruct H as [H1 H2]. apply nth_error_In in A, B. assert (F := K). rewrite Forall_forall in F.
    pose proof (atomic_ok _ _ _ P (F _ A)). pose proof (atomic_ok _ _ _ Q (F _ B)).
    apply (same_ok e) in H1. rewrite padd_ok in H1. cbn [pval] in H1.
    apply (IHt (Ze p :: known)); auto. constructor; auto. cbn [true_in]. lia.
  - destruct (nth_error known i) as [[| |f g|]|] eqn:A; try discriminate. apply nth_error_In in A.
    assert (F := K). rewrite Forall_forall in F. destruct (F _ A) as [F1 F2]. apply (IHt (f :: known)); auto.
  - destruct (nth_error known i) as [[| |f g|]|] eqn:A; try discriminate. apply nth_error_In in A.
    assert (F := K). rewrite Forall_forall in F. destruct (F _ A) as [F1 F2]. apply (IHt (g :: known)); auto.
  - destruct (nth_error known i) as [[| | |f g]|] eqn:A; try discriminate. apply nth_error_In in A.
    apply andb_prop in H. destruct H as [H1 H2].
    assert (F := K). rewrite Forall_forall in F. destruct (F _ A); [apply (IHt1 (f :: known))|apply (IHt2 (g :: known))]; auto.
  - apply andb_prop in H. destruct H as [H1 H2]. destruct (Z_le_gt_dec 0 (pval e p)).
    + apply (IHt1 (Ge p :: known)); auto.
    + apply (IHt2 (Ge (below p) :: known)); auto. constructor; auto. cbn [true_in]. rewrite below_ok. lia.
Qed.

(* implies states that conditions imply a goal. *)
Fixpoint implies (e : list atom) (given : list cond) (goal : cond) : Prop :=
  match given with
  | [] => sat e goal = true
  | p :: given' => sat e p = true -> implies e given' goal
  end.

Definition refutes (given : list cond) (goal : cond) (t : proof) : bool :=
  check (rev (map meaning given ++ [opposite (meaning goal)])) t.

Theorem proved (e : list atom) (given : list cond) (goal : cond) (t : proof) :
  refutes given goal t = true -> implies e given goal.
Proof.
  unfold refutes. intros H.
  assert (L : Forall (fun p => sat e p = true) given -> sat e goal = true).
  { intros G. destruct (sat e goal) eqn:S; auto. exfalso. eapply check_ok; [|exact H].
    apply Forall_rev, Forall_app. split.
    - apply Forall_map. eapply Forall_impl; [|exact G]. cbn beta. intros p P. pose proof (meaning_ok e p). rewrite P in H0. exact H0.
    - repeat constructor. pose proof (meaning_ok e goal). rewrite S in H0. exact H0. }
  clear H. induction given as [|p given IH]; cbn [implies]. auto.
  intros P. apply IH. auto.
Qed.

(* What is known of atoms that are made of others. *)
Lemma truth_low b : (0 <=? Z.b2z b) = true.
Proof. destruct b; reflexivity. Qed.
Lemma truth_high b : (Z.b2z b <=? 1) = true.
Proof. destruct b; reflexivity. Qed.
Lemma either b : ((b && b) || (negb b && negb b)) = true.
Proof. destruct b; reflexivity. Qed.
Lemma max_left a b : (a <=? Z.max a b) = true.
Proof. lia. Qed.
Lemma max_right a b : (b <=? Z.max a b) = true.
Proof. lia. Qed.
Lemma picked (b : bool) x y :
  ((b && ((if b then x else y) =? x)) || (negb b && ((if b then x else y) =? y))) = true.
Proof. destruct b; lia. Qed.
Lemma max_either a b : ((Z.max a b =? a) || (Z.max a b =? b)) = true.
Proof. lia. Qed.
Lemma min_left a b : (Z.min a b <=? a) = true.
Proof. lia. Qed.
Lemma min_right a b : (Z.min a b <=? b) = true.
Proof. lia. Qed.
Lemma min_either a b : ((Z.min a b =? a) || (Z.min a b =? b)) = true.
Proof. lia. Qed.
Lemma division a b : ((b =? 0) || ((a =? b * Z.quot a b + Z.rem a b) &&
  (((0 <=? a) && (0 <=? Z.rem a b) || (a <=? 0) && (Z.rem a b <=? 0)) &&
   ((1 <=? b) && ((Z.rem a b <=? b - 1) && (0 <=? b - 1 + Z.rem a b)) ||
    (1 <=? 0 - b) && ((Z.rem a b <=? 0 - b - 1) && (0 <=? 0 - b - 1 + Z.rem a b)))))) = true.
Proof. Z.quot_rem_to_equations. lia. Qed.
Lemma both a b : a = true -> b = true -> (a && b) = true.
Proof. intros; subst; reflexivity. Qed.

End Certificate.

Notation checked := (ltac:(vm_cast_no_check (@eq_refl bool true))) (only parsing).
