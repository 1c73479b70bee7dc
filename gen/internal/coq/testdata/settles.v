(* Machine Settles, and what is proved of it. To check the proofs: coqc FILE.v, with Coq 8.16.

   `init` and `step` describe the machine, for all parameters, all payloads, and all orders of events. An event that is
   ignored or rejected is no step. External guards give any answer. The theorems are at the end of the file:

     valid_exists          there are valid parameters
     facts_hold            the ranges and invariants that are proved hold in each configuration that a run reaches
     terminates            no step can be taken forever without an event of the environment
     no_endless_run        there is no endless sequence of such steps
     bounded               there are at most `bound` transitions before, between, and after the events of the environment
     values_fit            each value that the generated code computes fits in Go's int

   Numbers are integers of any size. Go's int has any width from 32 bits up: its largest value is `int_max`.
   By `values_fit`, Go computes the same numbers.

   Nothing here trusts fsmgen except the definitions of the machine, which are for you to read. The certificates are
   checked by the function Certificate.check, which is proved correct below. *)


(* The machine. *)


Inductive state := in_Idle | in_Trying.

(* The parameters, and the largest int of the platform. *)
Record params := Params { int_max : Z; p_tries : Z }.

(* The variables and the data of states. Those that a state does not have are arbitrary there. *)
Record store := Store { v_left : Z }.
Record config := Config { control : state; data : store }.

Definition fits (P : params) (x : Z) : bool := (0 - int_max P - 1 <=? x) && (x <=? int_max P).

(* Valid parameters: the machine can be created with them. *)
Definition valid (P : params) : Prop := (2147483647 <=? int_max P) = true /\ (fits P (p_tries P)) = true /\ (1 <=? (p_tries P)) = true /\ ((p_tries P) <=? 50) = true /\ (fits P ((p_tries P) + 1)) = true /\ True.

(* Trying --Answer[event.ok]--> Idle *)
Definition guard_3 (P : params) (S : store) (field_1_ok : bool) : bool :=
  field_1_ok.
(* Trying --always[left == 0]--> Idle *)
Definition guard_5 (P : params) (S : store) : bool :=
  ((v_left S) =? 0).
(* Idle --Call--> Trying *)
Definition next_1 (P : params) (S : store) : store :=
  Store (p_tries P).
(* Trying --Call--> Trying *)
Definition next_2 (P : params) (S : store) : store :=
  Store (p_tries P).
(* Trying --Answer[event.ok]--> Idle *)
Definition next_3 (P : params) (S : store) : store :=
  Store 0.
(* Trying --Answer[otherwise]--> Trying *)
Definition next_4 (P : params) (S : store) : store :=
  Store ((v_left S) - 1).
(* Trying --always[left == 0]--> Idle *)
Definition next_5 (P : params) (S : store) : store :=
  Store (v_left S).

(* The start, and how many transitions the child machines take that start with the machine. *)
Inductive init (P : params) : Z -> config -> Prop :=
| start : init P 0 (Config in_Idle (Store 0)).

(* The steps: whether the event is one of the environment, how many transitions it counts for, and the
   configurations before and after. *)
Inductive step (P : params) : bool -> Z -> config -> config -> Prop :=
(* Idle --Call--> Trying *)
| step_1 : forall (S : store),
    step P true 0 (Config in_Idle S) (Config in_Trying (next_1 P S))
(* Trying --Call--> Trying *)
| step_2 : forall (S : store),
    (negb (guard_5 P S)) = true -> step P true 0 (Config in_Trying S) (Config in_Trying (next_2 P S))
(* Trying --Answer[event.ok]--> Idle *)
| step_3 : forall (S : store) (field_1_ok : bool),
    (negb (guard_5 P S)) = true -> (guard_3 P S field_1_ok) = true -> step P false 1 (Config in_Trying S) (Config in_Idle (next_3 P S))
(* Trying --Answer[otherwise]--> Trying *)
| step_4 : forall (S : store) (field_1_ok : bool),
    (negb (guard_3 P S field_1_ok)) = true -> (negb (guard_5 P S)) = true -> step P false 1 (Config in_Trying S) (Config in_Trying (next_4 P S))
(* Trying --always[left == 0]--> Idle *)
| step_5 : forall (S : store),
    (guard_5 P S) = true -> step P false 1 (Config in_Trying S) (Config in_Idle (next_5 P S))
.

(* What is proved of values, and the progress function. *)

Definition fact_1 (P : params) (S : store) : bool := (0 <=? (v_left S)).
Definition fact_2 (P : params) (S : store) : bool := ((v_left S) <=? (p_tries P)).
Definition fact_3 (P : params) (S : store) : bool := (fits P (v_left S)).
Definition facts_in_Idle (P : params) (S : store) : Prop := fact_1 P S = true /\ fact_2 P S = true /\ fact_3 P S = true /\ True.
Definition facts_in_Trying (P : params) (S : store) : Prop := fact_1 P S = true /\ fact_2 P S = true /\ fact_3 P S = true /\ True.
Definition facts (P : params) (c : config) : Prop :=
  match control c with
  | in_Idle => facts_in_Idle P (data c)
  | in_Trying => facts_in_Trying P (data c)
  end.
Definition rank_in_Idle (P : params) (S : store) : Z := 0.
Definition rank_in_Trying (P : params) (S : store) : Z := ((v_left S) + 1).
Definition rank (P : params) (c : config) : Z :=
  match control c with
  | in_Idle => rank_in_Idle P (data c)
  | in_Trying => rank_in_Trying P (data c)
  end.
Definition bound (P : params) : Z := ((p_tries P) + 1).

(* The proofs: each certificate is checked by computation. *)

Import Certificate.
Strategy opaque [Z.add Z.sub Z.mul Z.leb Z.ltb Z.eqb Z.max Z.min Z.quot Z.rem Z.b2z andb orb negb].

Definition env_start (P : params) : list atom := [Int (int_max P); Int (p_tries P)].
Lemma lemma_start : forall (P : params), valid P -> facts_in_Idle P (Store 0) /\ (0 + rank_in_Idle P (Store 0) <=? bound P) = true.
Proof.
  intros P (V0 & V1 & V2 & V3 & V4 & _).
  split.
  { split; [exact_no_check (proved (env_start P) [] (Le (C 0) (C 0)) (Absurd [(1, [0]%nat, [])]) checked) |].
  split; [generalize V2; exact_no_check (proved (env_start P) [(Le (C 1) (X 1))] (Le (C 0) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [generalize V0; exact_no_check (proved (env_start P) [(Le (C 2147483647) (X 0))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (C 0)) (Le (C 0) (X 0))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) checked) |].
  exact I. }
  generalize V2; exact_no_check (proved (env_start P) [(Le (C 1) (X 1))] (Le (Plus (C 0) (C 0)) (Plus (X 1) (C 1))) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked).
Qed.
Definition env_in_Idle (P : params) (S : store) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S)].
Lemma lemma_in_Idle : forall (P : params) (S : store), valid P -> facts_in_Idle P S -> (0 <=? rank_in_Idle P S) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  exact_no_check (proved (env_in_Idle P S) [] (Le (C 0) (C 0)) (Absurd [(1, [0]%nat, [])]) checked).
Qed.
Definition env_in_Trying (P : params) (S : store) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S)].
Lemma lemma_in_Trying : forall (P : params) (S : store), valid P -> facts_in_Trying P S -> (0 <=? rank_in_Trying P S) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  generalize F0; exact_no_check (proved (env_in_Trying P S) [(Le (C 0) (X 2))] (Le (C 0) (Plus (X 2) (C 1))) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked).
Qed.
Definition env_1 (P : params) (S : store) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S)].
Lemma lemma_1 : forall (P : params) (S : store), valid P -> facts_in_Idle P S -> facts_in_Trying P (next_1 P S) /\ (0 + rank_in_Trying P (next_1 P S) <=? bound P) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  split.
  { split; [generalize V2; exact_no_check (proved (env_1 P S) [(Le (C 1) (X 1))] (Le (C 0) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [exact_no_check (proved (env_1 P S) [] (Le (X 1) (X 1)) (Absurd [(1, [0]%nat, [])]) checked) |].
  split; [generalize V4; generalize V1; exact_no_check (proved (env_1 P S) [(And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Plus (X 1) (C 1))) (Le (Plus (X 1) (C 1)) (X 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))) (Left 2%nat (Right 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [2]%nat, []); (1, [0]%nat, [])]))))) checked) |].
  exact I. }
  exact_no_check (proved (env_1 P S) [] (Le (Plus (C 0) (Plus (X 1) (C 1))) (Plus (X 1) (C 1))) (Absurd [(1, [0]%nat, [])]) checked).
Qed.
Definition env_2 (P : params) (S : store) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S)].
Lemma lemma_2 : forall (P : params) (S : store), valid P -> facts_in_Trying P S -> (negb (guard_5 P S)) = true -> facts_in_Trying P (next_2 P S) /\ (0 + rank_in_Trying P (next_2 P S) <=? bound P) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0.
  split.
  { split; [generalize V2; exact_no_check (proved (env_2 P S) [(Le (C 1) (X 1))] (Le (C 0) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [exact_no_check (proved (env_2 P S) [] (Le (X 1) (X 1)) (Absurd [(1, [0]%nat, [])]) checked) |].
  split; [generalize V4; generalize V1; exact_no_check (proved (env_2 P S) [(And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Plus (X 1) (C 1))) (Le (Plus (X 1) (C 1)) (X 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))) (Left 2%nat (Right 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [2]%nat, []); (1, [0]%nat, [])]))))) checked) |].
  exact I. }
  exact_no_check (proved (env_2 P S) [] (Le (Plus (C 0) (Plus (X 1) (C 1))) (Plus (X 1) (C 1))) (Absurd [(1, [0]%nat, [])]) checked).
Qed.
Definition env_3 (P : params) (S : store) (field_1_ok : bool) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S); Truth field_1_ok].
Lemma lemma_3 : forall (P : params) (S : store) (field_1_ok : bool), valid P -> facts_in_Trying P S -> (negb (guard_5 P S)) = true -> (guard_3 P S field_1_ok) = true -> facts_in_Idle P (next_3 P S) /\ ((1 <=? 1) && (rank_in_Idle P (next_3 P S) + 1 <=? rank_in_Trying P S)) = true.
Proof.
  intros P S field_1_ok (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1.
  split.
  { split; [exact_no_check (proved (env_3 P S field_1_ok) [] (Le (C 0) (C 0)) (Absurd [(1, [0]%nat, [])]) checked) |].
  split; [generalize V2; exact_no_check (proved (env_3 P S field_1_ok) [(Le (C 1) (X 1))] (Le (C 0) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [generalize V0; exact_no_check (proved (env_3 P S field_1_ok) [(Le (C 2147483647) (X 0))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (C 0)) (Le (C 0) (X 0))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) checked) |].
  exact I. }
  generalize C0; generalize F0; exact_no_check (proved (env_3 P S field_1_ok) [(Le (C 0) (X 2)); (Not (Eq (X 2) (C 0)))] (And (Le (C 1) (C 1)) (Le (Plus (C 0) (C 1)) (Plus (X 2) (C 1)))) (Split 1%nat (Split 1%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [2]%nat, []); (1, [0]%nat, [])]))) (Cut [(1, [0]%nat, [])] (Absurd [(1, [4]%nat, []); (1, [0]%nat, [])]))) checked).
Qed.
Definition env_4 (P : params) (S : store) (field_1_ok : bool) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S); Truth field_1_ok].
Lemma lemma_4 : forall (P : params) (S : store) (field_1_ok : bool), valid P -> facts_in_Trying P S -> (negb (guard_3 P S field_1_ok)) = true -> (negb (guard_5 P S)) = true -> facts_in_Trying P (next_4 P S) /\ ((1 <=? 1) && (rank_in_Trying P (next_4 P S) + 1 <=? rank_in_Trying P S)) = true.
Proof.
  intros P S field_1_ok (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1.
  split.
  { split; [generalize C1; generalize F0; exact_no_check (proved (env_4 P S field_1_ok) [(Le (C 0) (X 2)); (Not (Eq (X 2) (C 0)))] (Le (C 0) (Minus (X 2) (C 1))) (Squeeze 0%nat 2%nat (Split 2%nat (Cut [(1, [0]%nat, []); (1, [1]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, []); (-1, [1]%nat, [])] (Absurd [(1, [0]%nat, [])])))) checked) |].
  split; [generalize F1; exact_no_check (proved (env_4 P S field_1_ok) [(Le (X 2) (X 1))] (Le (Minus (X 2) (C 1)) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [generalize C1; generalize F2; generalize F0; generalize V0; exact_no_check (proved (env_4 P S field_1_ok) [(Le (C 2147483647) (X 0)); (Le (C 0) (X 2)); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 2)) (Le (X 2) (X 0))); (Not (Eq (X 2) (C 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Minus (X 2) (C 1))) (Le (Minus (X 2) (C 1)) (X 0))) (Right 2%nat (Split 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [2]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) (Cut [(1, [0]%nat, [])] (Absurd [(1, [6]%nat, []); (1, [0]%nat, [])])))) checked) |].
  exact I. }
  exact_no_check (proved (env_4 P S field_1_ok) [] (And (Le (C 1) (C 1)) (Le (Plus (Plus (Minus (X 2) (C 1)) (C 1)) (C 1)) (Plus (X 2) (C 1)))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])]))) checked).
Qed.
Definition env_5 (P : params) (S : store) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S)].
Lemma lemma_5 : forall (P : params) (S : store), valid P -> facts_in_Trying P S -> (guard_5 P S) = true -> facts_in_Idle P (next_5 P S) /\ ((1 <=? 1) && (rank_in_Idle P (next_5 P S) + 1 <=? rank_in_Trying P S)) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0.
  split.
  { split; [exact_no_check F0 |].
  split; [exact_no_check F1 |].
  split; [exact_no_check F2 |].
  exact I. }
  generalize C0; exact_no_check (proved (env_5 P S) [(Eq (X 2) (C 0))] (And (Le (C 1) (C 1)) (Le (Plus (C 0) (C 1)) (Plus (X 2) (C 1)))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, []); (1, [2]%nat, [])] (Absurd [(1, [0]%nat, [])]))) checked).
Qed.

Lemma init_ok : forall P n c, valid P -> init P n c -> facts P c /\ (n + rank P c <=? bound P) = true.
Proof.
  intros P n c V In. destruct In as [].
  exact (lemma_start P V).
Qed.

Lemma step_ok : forall P b k c d, valid P -> facts P c -> step P b k c d -> facts P d /\ if b then (k + rank P d <=? bound P) = true else ((1 <=? k) && (rank P d + k <=? rank P c)) = true.
Proof.
  intros P b k c d V F St. revert F. destruct St as [ S |  S C0 |  S field_1_ok C0 C1 |  S field_1_ok C0 C1 |  S C0]; intros F.
  - exact (lemma_1 P S V F).
  - exact (lemma_2 P S V F C0).
  - exact (lemma_3 P S field_1_ok V F C0 C1).
  - exact (lemma_4 P S field_1_ok V F C0 C1).
  - exact (lemma_5 P S V F C0).
Qed.

Lemma rank_ok : forall P c, valid P -> facts P c -> 0 <= rank P c.
Proof.
  intros P [s S] V F. apply Z.leb_le. destruct s.
  - exact (lemma_in_Idle P S V F).
  - exact (lemma_in_Trying P S V F).
Qed.

Definition run (P : params) : Z -> config -> Prop := System.run config (init P) (step P).
Definition reachable (P : params) : config -> Prop := System.reachable config (init P) (step P).
Definition next (P : params) : config -> config -> Prop := System.next config (step P).

Lemma facts_init P : valid P -> forall n c, init P n c -> facts P c.
Proof. intros V n c I. exact (proj1 (init_ok P n c V I)). Qed.
Lemma facts_step P : valid P -> forall b k c d, facts P c -> step P b k c d -> facts P d.
Proof. intros V b k c d F St. exact (proj1 (step_ok P b k c d V F St)). Qed.

(* There are valid parameters. *)
Theorem valid_exists : exists P, valid P.
Proof.
  exists (Params 2147483647 1). repeat split; vm_compute; reflexivity.
Qed.

(* The facts about values hold in each configuration that a run reaches. *)
Theorem facts_hold : forall P, valid P -> forall c, reachable P c -> facts P c.
Proof.
  intros P V. exact (System.reachable_inv _ _ _ _ (facts_init P V) (facts_step P V)).
Qed.

(* The machine settles: no step can be taken forever without an event of the environment. *)
Theorem terminates : forall P, valid P -> forall c, reachable P c -> Acc (next P) c.
Proof.
  intros P V. apply (System.ends _ _ _ _ (facts_init P V) (facts_step P V) (fun c => [rank P c])).
  intros k c d F St. destruct (step_ok P false k c d V F St) as [G L]. pose proof (rank_ok P d V G) as R. unfold System.below.
    apply andb_prop in L. destruct L as [L1 L2]. apply Z.leb_le in L1, L2.
    cbn [length System.positive System.lower]. rewrite (proj2 (Z.leb_le 0 (rank P d)) R), (proj2 (Z.ltb_lt (rank P d) (rank P c))) by lia. auto.
Qed.

(* The same, in other words. *)
Theorem no_endless_run : forall P, valid P -> ~ exists f : nat -> config, reachable P (f O) /\ forall i, next P (f (S i)) (f i).
Proof.
  intros P V. apply System.no_endless_run. exact (terminates P V).
Qed.

(* There are at most this many transitions before, between, and after the events of the environment, for all parameters. *)
Theorem bounded : forall P, valid P -> forall n c, run P n c -> n <= bound P.
Proof.
  intros P V. apply (System.bounded _ _ _ _ (facts_init P V) (facts_step P V) (rank P)).
  - intros c F. exact (rank_ok P c V F).
  - intros n c In. apply Z.leb_le. exact (proj2 (init_ok P n c V In)).
  - intros k c d F _ St. destruct (step_ok P false k c d V F St) as [_ L]. apply andb_prop in L. apply Z.leb_le. exact (proj2 L).
  - intros k c d F _ St. apply Z.leb_le. exact (proj2 (step_ok P true k c d V F St)).
Qed.

(* The values that the generated code computes, where it computes them. *)
Inductive computed (P : params) : option config -> Z -> Prop :=
| computed_4_1 : forall (S : store) (field_1_ok : bool), (negb (guard_3 P S field_1_ok)) = true -> (negb (guard_5 P S)) = true -> computed P (Some (Config in_Trying S)) ((v_left S) - 1)
.
Definition env_computed_4 (P : params) (S : store) (field_1_ok : bool) : list atom := [Int (int_max P); Int (p_tries P); Int (v_left S); Truth field_1_ok].
Lemma lemma_computed_4 : forall (P : params) (S : store) (field_1_ok : bool), valid P -> facts_in_Trying P S -> (negb (guard_3 P S field_1_ok)) = true -> (negb (guard_5 P S)) = true -> ((fits P ((v_left S) - 1)) = true) /\ True.
Proof.
  intros P S field_1_ok (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1.
  split; [generalize C1; generalize F2; generalize F0; generalize V0; exact_no_check (proved (env_computed_4 P S field_1_ok) [(Le (C 2147483647) (X 0)); (Le (C 0) (X 2)); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 2)) (Le (X 2) (X 0))); (Not (Eq (X 2) (C 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Minus (X 2) (C 1))) (Le (Minus (X 2) (C 1)) (X 0))) (Right 2%nat (Split 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [2]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) (Cut [(1, [0]%nat, [])] (Absurd [(1, [6]%nat, []); (1, [0]%nat, [])])))) checked) |].
  exact I.
Qed.

(* All values that the generated code computes fit in Go's int. *)
Theorem values_fit : forall P, valid P -> forall c v, (forall d, c = Some d -> reachable P d) -> computed P c v -> (fits P v) = true.
Proof.
  intros P V c v R D. assert (F : forall d, c = Some d -> facts P d).
  { intros d E. exact (facts_hold P V d (R d E)). }
  clear R. revert F. destruct D as [ S field_1_ok C0 C1]; intros F.
  - destruct (lemma_computed_4 P S field_1_ok V (F _ eq_refl) C0 C1) as (A0 & _). exact (A0).
Qed.

(* No theorem assumes anything: Coq prints that they are closed. *)
Definition theorems := (valid_exists, facts_hold, terminates, no_endless_run, bounded, values_fit).
Print Assumptions theorems.
