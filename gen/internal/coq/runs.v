(* Runs of a machine, and what a progress function shows of them. *)

Module System.

(* lower compares ranks lexicographically. *)
Fixpoint lower (a b : list Z) : bool :=
  match a, b with
  | x :: a', y :: b' => (x <? y) || ((x =? y) && lower a' b')
  | _, _ => false
  end.

Fixpoint positive (a : list Z) : bool :=
  match a with [] => true | x :: b => (0 <=? x) && positive b end.

Definition below (a b : list Z) : Prop := length a = length b /\ positive a = true /\ lower a b = true.

Lemma below_acc n : forall a, length a = n -> Acc below a.
Proof.
  induction n as [|n IH]; intros a L.
  - destruct a; try discriminate. constructor. intros b (_ & _ & H). destruct b; discriminate.
  - destruct a as [|x a]; try discriminate.
    assert (Main : forall m x a, length (x :: a) = S n -> x <= Z.of_nat m -> positive (x :: a) = true -> Acc below (x :: a)).
    { induction m as [|m IHm]; clear x a L; intros x a L M P.
      - assert (A : Acc below a) by (apply IH; simpl in L; congruence).
        revert L P. induction A as [a _ IHa]. intros L P. constructor. intros b (E & Q & H).
        destruct b as [|y b]; try discriminate. cbn [lower positive] in *.
        apply andb_prop in Q, P. destruct Q as [Q1 Q2], P as [P1 P2]. apply Z.leb_le in Q1, P1.
        apply orb_prop in H. destruct H as [H|H]; [apply Z.ltb_lt in H; simpl in M; lia|].
        apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. subst y.
        apply IHa. simpl in E. repeat split; try assumption; congruence. simpl in *; congruence. cbn [positive].
        rewrite (proj2 (Z.leb_le 0 x) Q1). assumption.
      - assert (A : Acc below a) by (apply IH; simpl in L; congruence).
        revert L P. induction A as [a _ IHa]. intros L P. constructor. intros b (E & Q & H).
        destruct b as [|y b]; try discriminate. cbn [lower] in H.
        apply orb_prop in H. destruct H as [H|H].
        + apply Z.ltb_lt in H. apply IHm; auto. simpl in *; congruence. lia.
        + apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1. subst y.
          cbn [positive] in Q. apply andb_prop in Q. destruct Q as [Q1 Q2].
          apply IHa. simpl in E. repeat split; try assumption; congruence. simpl in *; congruence. cbn [positive]. rewrite Q1. assumption. }
    constructor. intros b (E & Q & H). destruct b as [|y b]; try discriminate.
    apply (Main (Z.to_nat y)). congruence. lia. assumption.
Qed.

(* The digits of a rank, each from 0 to its limit, make up one number. *)
Fixpoint count (limits : list Z) : Z := match limits with [] => 1 | m :: l => (m + 1) * count l end.
Fixpoint radix (digits limits : list Z) : Z :=
  match digits, limits with
  | x :: a, m :: l => x * count l + radix a l
  | _, _ => 0
  end.
Fixpoint within (digits limits : list Z) : bool :=
  match digits, limits with
  | [], [] => true
  | x :: a, m :: l => (0 <=? x) && (x <=? m) && within a l
  | _, _ => false
  end.

Lemma radix_within l : forall a, within a l = true -> 0 <= radix a l < count l.
Proof.
  induction l as [|m l IH]; intros [|x a]; cbn [within radix count]; try discriminate; intros H. lia.
  apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  apply Z.leb_le in H1, H2. specialize (IH _ H3). nia.
Qed.

Lemma radix_lower l : forall a b, within a l = true -> within b l = true -> lower a b = true -> radix a l < radix b l.
Proof.
  induction l as [|m l IH]; intros [|x a] [|y b]; cbn [within radix lower]; try discriminate; intros A B H.
  apply andb_prop in A, B. destruct A as [A A3], B as [B B3]. apply andb_prop in A, B. destruct A as [A1 A2], B as [B1 B2].
  apply Z.leb_le in A1, A2, B1, B2. pose proof (radix_within _ _ A3). pose proof (radix_within _ _ B3).
  apply orb_prop in H. destruct H as [H|H].
  - apply Z.ltb_lt in H. nia.
  - apply andb_prop in H. destruct H as [Q1 Q2]. apply Z.eqb_eq in Q1. subst y. specialize (IH _ _ A3 B3 Q2). lia.
Qed.

(* Ranks in levels: where a configuration is, if it is not terminal, is the number of its level and the digits of its rank
   there. The height is the number of ranks at or below it. *)
Definition place : Type := option (nat * list Z).
Definition total (levels : list (list Z)) : Z := fold_right (fun l n => count l + n) 0 levels.
Definition height (levels : list (list Z)) (c : place) : Z :=
  match c with
  | None => 0
  | Some (n, digits) => 1 + total (firstn n levels) + radix digits (nth n levels [])
  end.
Definition inside (levels : list (list Z)) (c : place) : bool :=
  match c with None => true | Some (n, digits) => Nat.ltb n (length levels) && within digits (nth n levels []) end.
Definition before (d c : place) : bool :=
  match d, c with
  | None, Some _ => true
  | Some (m, a), Some (n, b) => Nat.ltb m n || (Nat.eqb m n && lower a b)
  | _, None => false
  end.
Definition sensible (levels : list (list Z)) : bool := forallb positive levels.

Lemma count_positive l : positive l = true -> 0 < count l.
Proof.
  induction l as [|m l IH]; cbn [positive count]; intros H. lia.
  apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. specialize (IH H2). nia.
Qed.

Lemma total_positive levels : sensible levels = true -> 0 <= total levels.
Proof.
  induction levels as [|l levels IH]; cbn [sensible forallb total fold_right]; intros H. lia.
  apply andb_prop in H. destruct H as [H1 H2]. pose proof (count_positive _ H1). specialize (IH H2). fold (total levels). lia.
Qed.

Lemma total_firstn levels : forall n, sensible levels = true -> (n < length levels)%nat ->
  0 <= total (firstn n levels) /\ total (firstn n levels) + count (nth n levels []) <= total levels /\
  forall m, (m < n)%nat -> total (firstn m levels) + count (nth m levels []) <= total (firstn n levels).
Proof.
  induction levels as [|l levels IH]; intros n H L. simpl in L; lia.
  cbn [sensible forallb] in H. apply andb_prop in H. destruct H as [H1 H2].
  pose proof (count_positive _ H1). pose proof (total_positive _ H2).
  destruct n as [|n].
  - cbn [firstn total fold_right nth]. fold (total levels). repeat split; try lia.
  - simpl in L. destruct (IH n H2) as (A & B & D). lia.
    cbn [firstn total fold_right nth]. fold (total levels) (total (firstn n levels)). repeat split; try lia.
    intros [|m] M; cbn [firstn total fold_right nth]. lia.
    fold (total (firstn m levels)). specialize (D m). lia.
Qed.

Lemma height_positive levels c : sensible levels = true -> inside levels c = true -> 0 <= height levels c <= total levels.
Proof.
  intros H I. destruct c as [[n a]|]; cbn [height inside] in *.
  - apply andb_prop in I. destruct I as [I1 I2]. apply Nat.ltb_lt in I1.
    destruct (total_firstn _ _ H I1) as (A & B & _). pose proof (radix_within _ _ I2). lia.
  - pose proof (total_positive _ H). lia.
Qed.

Lemma height_lower levels c d : sensible levels = true -> inside levels c = true -> inside levels d = true ->
  before d c = true -> height levels d + 1 <= height levels c.
Proof.
  intros H I J B. destruct c as [[n a]|], d as [[m b]|]; cbn [height inside before] in *; try discriminate.
  - apply andb_prop in I, J. destruct I as [I1 I2], J as [J1 J2]. apply Nat.ltb_lt in I1, J1.
    destruct (total_firstn _ _ H I1) as (_ & _ & D).
    pose proof (radix_within _ _ I2). pose proof (radix_within _ _ J2).
    apply orb_prop in B. destruct B as [B|B].
    + apply Nat.ltb_lt in B. specialize (D _ B). lia.
    + apply andb_prop in B. destruct B as [B1 B2]. apply Nat.eqb_eq in B1. subst m.
      pose proof (radix_lower _ _ _ J2 I2 B2). lia.
  - apply andb_prop in I. destruct I as [I1 I2]. apply Nat.ltb_lt in I1.
    destruct (total_firstn _ _ H I1) as (A & _). pose proof (radix_within _ _ I2). lia.
Qed.

Section Runs.

Variable config : Type.
(* The number counts the transitions: those of the machine, and those of its child machines. *)
Variable init : Z -> config -> Prop.
(* The truth value tells whether the event is one of the environment. *)
Variable step : bool -> Z -> config -> config -> Prop.

(* The number of transitions so far, since the last event of the environment. *)
Inductive run : Z -> config -> Prop :=
| run_start n c : init n c -> run n c
| run_step n k c d : run n c -> step false k c d -> run (n + k) d
| run_environment n k c d : run n c -> step true k c d -> run k d.

Definition reachable (c : config) : Prop := exists n, run n c.
Definition next (d c : config) : Prop := exists k, step false k c d.

Variable inv : config -> Prop.
Hypothesis inv_init : forall n c, init n c -> inv c.
Hypothesis inv_step : forall b k c d, inv c -> step b k c d -> inv d.

Lemma run_inv n c : run n c -> inv c.
Proof. induction 1; eauto. Qed.

Lemma reachable_inv c : reachable c -> inv c.
Proof. intros [n H]. eapply run_inv; eauto. Qed.

Lemma reachable_next c d : reachable c -> next d c -> reachable d.
Proof. intros [n H] [k S]. exists (n + k). eapply run_step; eauto. Qed.

Section Ends.
Variable rank : config -> list Z.
Hypothesis rank_lower : forall k c d, inv c -> step false k c d -> below (rank d) (rank c).

Theorem ends : forall c, reachable c -> Acc next c.
Proof.
  intros c R. remember (rank c) as r eqn:E. assert (A : Acc below r) by (eapply below_acc; reflexivity).
  revert c E R. induction A as [r _ IH]. intros c E R. constructor. intros d N. subst r.
  apply (IH (rank d)); auto.
  - destruct N as [k S]. eapply rank_lower; eauto. apply reachable_inv; auto.
  - eapply reachable_next; eauto.
Qed.
End Ends.

Theorem no_endless_run : (forall c, reachable c -> Acc next c) ->
  ~ exists f : nat -> config, reachable (f O) /\ forall i, next (f (S i)) (f i).
Proof.
  intros T [f [R N]]. assert (A := T _ R). remember (f O) as c eqn:E. revert f E R N.
  induction A as [c _ IH]. intros f E R N. subst c.
  apply (IH (f 1%nat) (N O) (fun i => f (S i))); auto. eapply reachable_next; eauto.
Qed.

Section Bound.
Variable measure : config -> Z.
Variable bound : Z.
Hypothesis measure_positive : forall c, inv c -> 0 <= measure c.
Hypothesis measure_init : forall n c, init n c -> n + measure c <= bound.
Hypothesis measure_step : forall k c d, inv c -> inv d -> step false k c d -> measure d + k <= measure c.
Hypothesis measure_environment : forall k c d, inv c -> inv d -> step true k c d -> k + measure d <= bound.

Theorem bounded : forall n c, run n c -> n <= bound.
Proof.
  assert (H : forall n c, run n c -> inv c /\ n + measure c <= bound).
  { induction 1 as [n c I|n k c d R [I M] S|n k c d R [I M] S].
    - split; eauto.
    - assert (J : inv d) by eauto. pose proof (measure_step _ _ _ I J S). split; auto; lia.
    - assert (J : inv d) by eauto. split; auto. eauto. }
  intros n c R. destruct (H _ _ R) as [I M]. pose proof (measure_positive _ I). lia.
Qed.
End Bound.

End Runs.

End System.
