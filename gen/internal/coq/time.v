(* Time. Clocks have how long timers still run. A step stops some and starts some, at any moment. Between steps, time passes
   until the first clock has run down: a timer that is due fires before any more time passes. *)

Module Time.

Inductive act := Keep | Stop | Begin (z : Z).

Fixpoint after (l : list act) (clocks : list Z) : list Z :=
  match l, clocks with
  | a :: l', r :: clocks' => match a with Keep => r | Stop => 0 | Begin z => z end :: after l' clocks'
  | _, _ => []
  end.

(* runs has which clocks run. *)
Fixpoint allows (runs : list bool) (d : Z) (clocks : list Z) : bool :=
  match runs, clocks with
  | a :: runs', r :: clocks' => (negb a || (d <=? r)) && allows runs' d clocks'
  | _, _ => true
  end.
Fixpoint pass (runs : list bool) (d : Z) (clocks : list Z) : list Z :=
  match runs, clocks with
  | a :: runs', r :: clocks' => (if a then r - d else r) :: pass runs' d clocks'
  | _, _ => []
  end.

Fixpoint begun (l : list act) : Z :=
  match l with
  | [] => 0
  | Begin z :: l' => z + begun l'
  | _ :: l' => begun l'
  end.
Fixpoint sensible (l : list act) : bool :=
  match l with
  | [] => true
  | Begin z :: l' => (0 <=? z) && sensible l'
  | _ :: l' => sensible l'
  end.

Definition sum (clocks : list Z) : Z := fold_right Z.add 0 clocks.
Definition some (runs : list bool) : bool := existsb (fun b => b) runs.

Lemma sum_positive clocks : System.positive clocks = true -> 0 <= sum clocks.
Proof.
  induction clocks as [|r l IH]; cbn [System.positive sum fold_right]; intros H. lia.
  apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1. specialize (IH H2). unfold sum in IH. lia.
Qed.

Lemma after_ok l : forall clocks, System.positive clocks = true -> sensible l = true -> length clocks = length l ->
  System.positive (after l clocks) = true /\ length (after l clocks) = length l /\ sum (after l clocks) <= sum clocks + begun l.
Proof.
  induction l as [|a l IH]; intros [|r clocks] P S L; try discriminate. simpl; auto with zarith.
  cbn [System.positive] in P. apply andb_prop in P. destruct P as [P1 P2]. apply Z.leb_le in P1.
  simpl in L. injection L as L.
  destruct a; cbn [sensible] in S; try (apply andb_prop in S; destruct S as [S1 S]; apply Z.leb_le in S1);
    destruct (IH clocks P2 S L) as (A & B & C); cbn [after System.positive length sum fold_right begun]; unfold sum in C;
    (split; [rewrite A, (proj2 (Z.leb_le _ _)) by lia; reflexivity | split; [congruence | lia]]).
Qed.

Lemma pass_positive runs d : forall clocks, System.positive clocks = true -> allows runs d clocks = true ->
  length clocks = length runs -> 0 <= d ->
  System.positive (pass runs d clocks) = true /\ length (pass runs d clocks) = length runs /\
  sum (pass runs d clocks) <= sum clocks /\ (some runs = true -> sum (pass runs d clocks) + d <= sum clocks).
Proof.
  induction runs as [|a runs IH]; intros [|r clocks] P A L D; try discriminate. simpl; repeat split; auto with zarith; discriminate.
  cbn [System.positive] in P. apply andb_prop in P. destruct P as [P1 P2]. apply Z.leb_le in P1.
  cbn [allows] in A. apply andb_prop in A. destruct A as [A1 A2]. simpl in L. injection L as L.
  destruct (IH clocks P2 A2 L D) as (B & C & E & F). unfold sum in E, F.
  cbn [pass System.positive length sum fold_right some existsb]. fold (some runs).
  destruct a; cbn [negb orb] in *.
  - apply Z.leb_le in A1. split; [rewrite B, (proj2 (Z.leb_le _ _)) by lia; reflexivity | split; [congruence | split; [|intros _]; lia]].
  - split; [rewrite B, (proj2 (Z.leb_le _ _)) by lia; reflexivity | split; [congruence | split; [|intros O; specialize (F O)]; lia]].
Qed.

Section Runs.

Variable config : Type.
Variable init : Z -> config -> Prop.
Variable move : config -> list act -> config -> Prop.
(* Where the machine is at rest before its end, time passes. *)
Variable rests : config -> bool.
Variable runs : config -> list bool.
Variable first : list act.

(* The time so far, and the clocks. *)
Inductive timed : Z -> config -> list Z -> Prop :=
| timed_start n c : init n c -> timed 0 c (after first (map (fun _ => 0) first))
| timed_move t c clocks l d : timed t c clocks -> move c l d -> timed t d (after l clocks)
| timed_pass t c clocks d : timed t c clocks -> rests c = true -> 0 <= d -> allows (runs c) d clocks = true ->
    timed (t + d) c (pass (runs c) d clocks).

Variable inv : config -> Prop.
Hypothesis inv_init : forall n c, init n c -> inv c.
Hypothesis inv_move : forall c l d, inv c -> move c l d -> inv d.

Variable left : config -> Z.
Variable most : Z.
Hypothesis first_sensible : forall n c, init n c -> sensible first = true.
Hypothesis left_positive : forall c, inv c -> 0 <= left c.
Hypothesis left_init : forall n c, init n c -> begun first + left c <= most.
Hypothesis left_move : forall c l d, inv c -> move c l d -> sensible l = true /\ length l = length first /\ left d + begun l <= left c.
Hypothesis covered : forall c, length (runs c) = length first /\ (rests c = true -> some (runs c) = true).

Theorem in_time : forall t c clocks, timed t c clocks -> t <= most.
Proof.
  assert (H : forall t c clocks, timed t c clocks -> inv c /\ System.positive clocks = true /\ length clocks = length first /\ t + sum clocks + left c <= most).
  { induction 1 as [n c I|t c clocks l d R (I & P & L & S) M|t c clocks d R (I & P & L & S) W D A].
    - assert (Z : forall l : list act, System.positive (map (fun _ => 0) l) = true /\ length (map (fun _ => 0) l) = length l /\ sum (map (fun _ => 0) l) = 0).
      { induction l as [|a l IH]; simpl; auto. destruct IH as (A & B & C). repeat split; auto. }
      destruct (Z first) as (A & B & C). destruct (after_ok first _ A (first_sensible _ _ I) B) as (E & F & G).
      pose proof (left_init _ _ I). split; [eauto|]. split; [exact E|]. split; [exact F|]. lia.
    - destruct (left_move _ _ _ I M) as (B & C & E). rewrite <- C in L. destruct (after_ok l clocks P B L) as (F & G & K).
      split; [eauto|]. split; [exact F|]. split; [congruence|]. lia.
    - destruct (covered c) as [B C]. rewrite <- B in L. destruct (pass_positive (runs c) d clocks P A L D) as (E & F & _ & K).
      specialize (K (C W)). split; [exact I|]. split; [exact E|]. split; [congruence|]. lia. }
  intros t c clocks T. destruct (H _ _ _ T) as (I & P & _ & S). pose proof (left_positive _ I). pose proof (sum_positive _ P). lia.
Qed.

End Runs.

End Time.
