(* Machine Small, and what is proved of it. To check the proofs: coqc FILE.v, with Coq 8.16.

   `init` and `step` describe the machine, for all parameters, all payloads, and all orders of events. An event that is
   ignored or rejected is no step. External guards give any answer. The theorems are at the end of the file:

     valid_exists          there are valid parameters
     facts_hold            the ranges and invariants that are proved hold in each configuration that a run reaches
     terminates            no step can be taken forever
     no_endless_run        there is no endless sequence of such steps
     bounded               a run has at most `bound` transitions
     values_fit            each value that the generated code computes fits in Go's int
     no_division_by_zero   no divisor is 0 where the generated code divides

   Numbers are integers of any size. Go's int has any width from 32 bits up: its largest value is `int_max`.
   By `values_fit`, Go computes the same numbers.
   A string is a number, which suffices because strings are only compared for equality.
   Values of other Go types are left out: no condition reads them.

   Nothing here trusts fsmgen except the definitions of the machine, which are for you to read. The certificates are
   checked by the function Certificate.check, which is proved correct below. *)


Definition text_0 : Z := 0.
Definition text_1 : Z := 1.
(* The machine. *)

Inductive enum_Size := is_Size_Small | is_Size_Large.
Definition number_of_enum_Size (x : enum_Size) : Z := match x with is_Size_Small => 0 | is_Size_Large => 1 end.
Definition pick_by_enum_Size (x : enum_Size) (c0 c1 : Z) : Z := match x with is_Size_Small => c0 | is_Size_Large => c1 end.
Lemma number_of_enum_Size_low x : (0 <=? number_of_enum_Size x) = true.
Proof. destruct x; reflexivity. Qed.
Lemma number_of_enum_Size_high x : (number_of_enum_Size x <=? 1) = true.
Proof. destruct x; reflexivity. Qed.

Inductive state := in_Taking | in_Done.

(* The parameters, and the largest int of the platform. *)
Record params := Params { int_max : Z; p_rounds : Z; p_greedy : bool }.

(* The variables and the data of states. Those that a state does not have are arbitrary there. *)
Record store := Store { v_left : Z; v_size : enum_Size; v_fast : bool; v_label : Z }.
Record config := Config { control : state; data : store }.

Definition fits (P : params) (x : Z) : bool := (0 - int_max P - 1 <=? x) && (x <=? int_max P).

(* Valid parameters: the machine can be created with them. *)
Definition valid (P : params) : Prop := (2147483647 <=? int_max P) = true /\ (fits P (p_rounds P)) = true /\ (0 <=? (p_rounds P)) = true /\ ((p_rounds P) <=? 1000) = true /\ (fits P ((p_rounds P) + 1)) = true /\ True.

(* Taking --Take[event.label == '* )' && size == Large]--> Done *)
Definition guard_1 (P : params) (S : store) (field_3_label : Z) : bool :=
  ((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))).
(* Taking --Take[left > 0 && allowed(left)]--> Taking *)
Definition guard_2 (P : params) (S : store) (ask_1 : bool) : bool :=
  ((0 <? (v_left S)) && ask_1).
(* Taking --Take[event.label == '* )' && size == Large]--> Done *)
Definition next_1 (P : params) (S : store) : store :=
  Store (v_left S) (v_size S) (v_fast S) (v_label S).
(* Taking --Take[left > 0 && allowed(left)]--> Taking *)
Definition next_2 (P : params) (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) : store :=
  Store (Z.max 0 ((v_left S) - (Z.max field_1_count 1))) field_2_size ((10 <? (v_left S)) && (negb (p_greedy P))) field_3_label.
(* Taking --Take[otherwise]--> Done *)
Definition next_3 (P : params) (S : store) : store :=
  Store (v_left S) (v_size S) (v_fast S) (v_label S).
(* Taking --Stop--> Done *)
Definition next_4 (P : params) (S : store) : store :=
  Store (v_left S) (v_size S) (v_fast S) (v_label S).

(* The start, and how many transitions the child machines take that start with the machine. *)
Inductive init (P : params) : Z -> config -> Prop :=
| start : init P 0 (Config in_Taking (Store (p_rounds P) is_Size_Small (p_greedy P) text_1)).

(* The steps: whether the event is one of the environment, how many transitions it counts for, and the
   configurations before and after. *)
Inductive step (P : params) : bool -> Z -> config -> config -> Prop :=
(* Taking --Take[event.label == '* )' && size == Large]--> Done *)
| step_1 : forall (S : store) (field_3_label : Z),
    (guard_1 P S field_3_label) = true -> step P false 1 (Config in_Taking S) (Config in_Done (next_1 P S))
(* Taking --Take[left > 0 && allowed(left)]--> Taking *)
| step_2 : forall (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool),
    (fits P field_1_count) = true -> (negb (guard_1 P S field_3_label)) = true -> (guard_2 P S ask_1) = true -> step P false 1 (Config in_Taking S) (Config in_Taking (next_2 P S field_1_count field_2_size field_3_label))
(* Taking --Take[otherwise]--> Done *)
| step_3 : forall (S : store) (field_3_label : Z) (ask_1 : bool),
    (negb (guard_1 P S field_3_label)) = true -> (negb (guard_2 P S ask_1)) = true -> step P false 1 (Config in_Taking S) (Config in_Done (next_3 P S))
(* Taking --Stop--> Done *)
| step_4 : forall (S : store),
    step P false 1 (Config in_Taking S) (Config in_Done (next_4 P S))
.

(* What is proved of values, and the progress function. *)

Definition fact_1 (P : params) (S : store) : bool := (0 <=? (v_left S)).
Definition fact_2 (P : params) (S : store) : bool := ((v_left S) <=? (p_rounds P)).
Definition fact_3 (P : params) (S : store) : bool := (fits P (v_left S)).
Definition facts_in_Taking (P : params) (S : store) : Prop := fact_1 P S = true /\ fact_2 P S = true /\ fact_3 P S = true /\ True.
Definition facts_in_Done (P : params) (S : store) : Prop := fact_1 P S = true /\ fact_2 P S = true /\ fact_3 P S = true /\ True.
Definition facts (P : params) (c : config) : Prop :=
  match control c with
  | in_Taking => facts_in_Taking P (data c)
  | in_Done => facts_in_Done P (data c)
  end.
Definition rank_in_Taking (P : params) (S : store) : Z := ((v_left S) + 1).
Definition rank_in_Done (P : params) (S : store) : Z := 0.
Definition rank (P : params) (c : config) : Z :=
  match control c with
  | in_Taking => rank_in_Taking P (data c)
  | in_Done => rank_in_Done P (data c)
  end.
Definition bound (P : params) : Z := ((p_rounds P) + 1).

(* The proofs: each certificate is checked by computation. *)

Import Certificate.
Strategy opaque [Z.add Z.sub Z.mul Z.leb Z.ltb Z.eqb Z.max Z.min Z.quot Z.rem Z.b2z andb orb negb].

Definition env_start (P : params) : list atom := [Int (int_max P); Int (p_rounds P)].
Lemma lemma_start : forall (P : params), valid P -> facts_in_Taking P (Store (p_rounds P) is_Size_Small (p_greedy P) text_1) /\ (0 + rank_in_Taking P (Store (p_rounds P) is_Size_Small (p_greedy P) text_1) <=? bound P) = true.
Proof.
  intros P (V0 & V1 & V2 & V3 & V4 & _).
  split.
  { split; [generalize V2; exact_no_check (proved (env_start P) [(Le (C 0) (X 1))] (Le (C 0) (X 1)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [exact_no_check (proved (env_start P) [] (Le (X 1) (X 1)) (Absurd [(1, [0]%nat, [])]) checked) |].
  split; [generalize V4; generalize V1; exact_no_check (proved (env_start P) [(And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Plus (X 1) (C 1))) (Le (Plus (X 1) (C 1)) (X 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))) (Left 2%nat (Right 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [2]%nat, []); (1, [0]%nat, [])]))))) checked) |].
  exact I. }
  exact_no_check (proved (env_start P) [] (Le (Plus (C 0) (Plus (X 1) (C 1))) (Plus (X 1) (C 1))) (Absurd [(1, [0]%nat, [])]) checked).
Qed.
Definition env_in_Taking (P : params) (S : store) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S)].
Lemma lemma_in_Taking : forall (P : params) (S : store), valid P -> facts_in_Taking P S -> (0 <=? rank_in_Taking P S) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  generalize F0; exact_no_check (proved (env_in_Taking P S) [(Le (C 0) (X 2))] (Le (C 0) (Plus (X 2) (C 1))) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked).
Qed.
Definition env_in_Done (P : params) (S : store) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S)].
Lemma lemma_in_Done : forall (P : params) (S : store), valid P -> facts_in_Done P S -> (0 <=? rank_in_Done P S) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  exact_no_check (proved (env_in_Done P S) [] (Le (C 0) (C 0)) (Absurd [(1, [0]%nat, [])]) checked).
Qed.
Definition env_1 (P : params) (S : store) (field_3_label : Z) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_3_label; Int (number_of_enum_Size (v_size S))].
Lemma lemma_1 : forall (P : params) (S : store) (field_3_label : Z), valid P -> facts_in_Taking P S -> (guard_1 P S field_3_label) = true -> facts_in_Done P (next_1 P S) /\ ((1 <=? 1) && (rank_in_Done P (next_1 P S) + 1 <=? rank_in_Taking P S)) = true.
Proof.
  intros P S field_3_label (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0.
  split.
  { split; [exact_no_check F0 |].
  split; [exact_no_check F1 |].
  split; [exact_no_check F2 |].
  exact I. }
  generalize F0; exact_no_check (proved (env_1 P S field_3_label) [(Le (C 0) (X 2))] (And (Le (C 1) (C 1)) (Le (Plus (C 0) (C 1)) (Plus (X 2) (C 1)))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) checked).
Qed.
Definition env_2 (P : params) (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_1_count; Int field_3_label; Int (number_of_enum_Size (v_size S)); Truth ask_1; Int (Z.max 0 ((v_left S) - (Z.max field_1_count 1))); Int (Z.max field_1_count 1)].
Lemma lemma_2 : forall (P : params) (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool), valid P -> facts_in_Taking P S -> (fits P field_1_count) = true -> (negb (guard_1 P S field_3_label)) = true -> (guard_2 P S ask_1) = true -> facts_in_Taking P (next_2 P S field_1_count field_2_size field_3_label) /\ ((1 <=? 1) && (rank_in_Taking P (next_2 P S field_1_count field_2_size field_3_label) + 1 <=? rank_in_Taking P S)) = true.
Proof.
  intros P S field_1_count field_2_size field_3_label ask_1 (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1 C2.
  split.
  { split; [generalize (max_left 0 ((v_left S) - (Z.max field_1_count 1))); exact_no_check (proved (env_2 P S field_1_count field_2_size field_3_label ask_1) [(Le (C 0) (X 7))] (Le (C 0) (X 7)) (Absurd [(1, [0]%nat, []); (1, [1]%nat, [])]) checked) |].
  split; [generalize (max_either 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_right field_1_count 1); generalize F1; generalize V2; exact_no_check (proved (env_2 P S field_1_count field_2_size field_3_label ask_1) [(Le (C 0) (X 1)); (Le (X 2) (X 1)); (Le (C 1) (X 8)); (Or (Eq (X 7) (C 0)) (Eq (X 7) (Minus (X 2) (X 8))))] (Le (X 7) (X 1)) (Split 1%nat (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [6]%nat, [])])) (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [5]%nat, []); (1, [4]%nat, [])]))) checked) |].
  split; [generalize (max_either 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_left 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_right field_1_count 1); generalize F1; generalize V3; generalize V0; exact_no_check (proved (env_2 P S field_1_count field_2_size field_3_label ask_1) [(Le (C 2147483647) (X 0)); (Le (X 1) (C 1000)); (Le (X 2) (X 1)); (Le (C 1) (X 8)); (Le (C 0) (X 7)); (Or (Eq (X 7) (C 0)) (Eq (X 7) (Minus (X 2) (X 8))))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 7)) (Le (X 7) (X 0))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [4]%nat, []); (1, [0]%nat, [])])) (Split 2%nat (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [9]%nat, [])])) (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [9]%nat, []); (1, [7]%nat, []); (1, [0]%nat, []); (1, [6]%nat, [])])))) checked) |].
  exact I. }
  generalize (max_either 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_right field_1_count 1); generalize C2; exact_no_check (proved (env_2 P S field_1_count field_2_size field_3_label ask_1) [(And (Lt (C 0) (X 2)) (Holds 6)); (Le (C 1) (X 8)); (Or (Eq (X 7) (C 0)) (Eq (X 7) (Minus (X 2) (X 8))))] (And (Le (C 1) (C 1)) (Le (Plus (Plus (X 7) (C 1)) (C 1)) (Plus (X 2) (C 1)))) (Left 3%nat (Split 1%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Split 3%nat (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [3]%nat, [])])) (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [6]%nat, [])]))))) checked).
Qed.
Definition env_3 (P : params) (S : store) (field_3_label : Z) (ask_1 : bool) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_3_label; Int (number_of_enum_Size (v_size S)); Truth ask_1].
Lemma lemma_3 : forall (P : params) (S : store) (field_3_label : Z) (ask_1 : bool), valid P -> facts_in_Taking P S -> (negb (guard_1 P S field_3_label)) = true -> (negb (guard_2 P S ask_1)) = true -> facts_in_Done P (next_3 P S) /\ ((1 <=? 1) && (rank_in_Done P (next_3 P S) + 1 <=? rank_in_Taking P S)) = true.
Proof.
  intros P S field_3_label ask_1 (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1.
  split.
  { split; [exact_no_check F0 |].
  split; [exact_no_check F1 |].
  split; [exact_no_check F2 |].
  exact I. }
  generalize F0; exact_no_check (proved (env_3 P S field_3_label ask_1) [(Le (C 0) (X 2))] (And (Le (C 1) (C 1)) (Le (Plus (C 0) (C 1)) (Plus (X 2) (C 1)))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) checked).
Qed.
Definition env_4 (P : params) (S : store) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S)].
Lemma lemma_4 : forall (P : params) (S : store), valid P -> facts_in_Taking P S -> facts_in_Done P (next_4 P S) /\ ((1 <=? 1) && (rank_in_Done P (next_4 P S) + 1 <=? rank_in_Taking P S)) = true.
Proof.
  intros P S (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  split.
  { split; [exact_no_check F0 |].
  split; [exact_no_check F1 |].
  split; [exact_no_check F2 |].
  exact I. }
  generalize F0; exact_no_check (proved (env_4 P S) [(Le (C 0) (X 2))] (And (Le (C 1) (C 1)) (Le (Plus (C 0) (C 1)) (Plus (X 2) (C 1)))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])]))) checked).
Qed.

Lemma init_ok : forall P n c, valid P -> init P n c -> facts P c /\ (n + rank P c <=? bound P) = true.
Proof.
  intros P n c V In. destruct In as [].
  exact (lemma_start P V).
Qed.

Lemma step_ok : forall P b k c d, valid P -> facts P c -> step P b k c d -> facts P d /\ if b then (k + rank P d <=? bound P) = true else ((1 <=? k) && (rank P d + k <=? rank P c)) = true.
Proof.
  intros P b k c d V F St. revert F. destruct St as [ S field_3_label C0 |  S field_1_count field_2_size field_3_label ask_1 C0 C1 C2 |  S field_3_label ask_1 C0 C1 |  S]; intros F.
  - exact (lemma_1 P S field_3_label V F C0).
  - exact (lemma_2 P S field_1_count field_2_size field_3_label ask_1 V F C0 C1 C2).
  - exact (lemma_3 P S field_3_label ask_1 V F C0 C1).
  - exact (lemma_4 P S V F).
Qed.

Lemma rank_ok : forall P c, valid P -> facts P c -> 0 <= rank P c.
Proof.
  intros P [s S] V F. apply Z.leb_le. destruct s.
  - exact (lemma_in_Taking P S V F).
  - exact (lemma_in_Done P S V F).
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
  exists (Params 2147483647 0 false). repeat split; vm_compute; reflexivity.
Qed.

(* The facts about values hold in each configuration that a run reaches. *)
Theorem facts_hold : forall P, valid P -> forall c, reachable P c -> facts P c.
Proof.
  intros P V. exact (System.reachable_inv _ _ _ _ (facts_init P V) (facts_step P V)).
Qed.

(* Each run ends: no step can be taken forever. *)
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

(* A run has at most this many transitions, for all parameters. *)
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
| computed_1_1 : forall (S : store) (field_3_label : Z), ((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> computed P (Some (Config in_Taking S)) ((p_rounds P) + 1)
| computed_1_2 : forall (S : store) (field_3_label : Z), ((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> (negb (((p_rounds P) + 1) =? 0)) = true -> computed P (Some (Config in_Taking S)) (Z.quot (v_left S) ((p_rounds P) + 1))
| computed_2_1 : forall (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool), (fits P field_1_count) = true -> (negb (guard_1 P S field_3_label)) = true -> ((0 <? (v_left S)) && ask_1) = true -> computed P (Some (Config in_Taking S)) ((v_left S) - (Z.max field_1_count 1))
| computed_2_2 : forall (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool), (fits P field_1_count) = true -> (negb (guard_1 P S field_3_label)) = true -> ((0 <? (v_left S)) && ask_1) = true -> computed P (Some (Config in_Taking S)) (Z.max 0 ((v_left S) - (Z.max field_1_count 1)))
.
Definition env_computed_1 (P : params) (S : store) (field_3_label : Z) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_3_label; Int (number_of_enum_Size (v_size S)); Int (Z.rem (v_left S) ((p_rounds P) + 1)); Int (Z.quot (v_left S) ((p_rounds P) + 1))].
Lemma lemma_computed_1 : forall (P : params) (S : store) (field_3_label : Z), valid P -> facts_in_Taking P S -> (((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> (fits P ((p_rounds P) + 1)) = true) /\ (((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> (negb (((p_rounds P) + 1) =? 0)) = true -> (fits P (Z.quot (v_left S) ((p_rounds P) + 1))) = true) /\ True.
Proof.
  intros P S field_3_label (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  split; [intros Q0; generalize V4; generalize V1; exact_no_check (proved (env_computed_1 P S field_3_label) [(And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 1)) (Le (X 1) (X 0))); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Plus (X 1) (C 1))) (Le (Plus (X 1) (C 1)) (X 0)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Plus (X 1) (C 1))) (Le (Plus (X 1) (C 1)) (X 0))) (Left 2%nat (Right 2%nat (Split 2%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [0]%nat, [])] (Absurd [(1, [2]%nat, []); (1, [0]%nat, [])]))))) checked) |].
  split; [intros Q0 Q1; generalize (division (v_left S) ((p_rounds P) + 1)); generalize F1; generalize F0; generalize V2; generalize V0; exact_no_check (proved (env_computed_1 P S field_3_label) [(Le (C 2147483647) (X 0)); (Le (C 0) (X 1)); (Le (C 0) (X 2)); (Le (X 2) (X 1)); (Or (Eq (Plus (X 1) (C 1)) (C 0)) (And (Eq (X 2) (Plus (Times (Plus (X 1) (C 1)) (X 6)) (X 5))) (And (Or (And (Le (C 0) (X 2)) (Le (C 0) (X 5))) (And (Le (X 2) (C 0)) (Le (X 5) (C 0)))) (Or (And (Le (C 1) (Plus (X 1) (C 1))) (And (Le (X 5) (Minus (Plus (X 1) (C 1)) (C 1))) (Le (C 0) (Plus (Minus (Plus (X 1) (C 1)) (C 1)) (X 5))))) (And (Le (C 1) (Minus (C 0) (Plus (X 1) (C 1)))) (And (Le (X 5) (Minus (Minus (C 0) (Plus (X 1) (C 1))) (C 1))) (Le (C 0) (Plus (Minus (Minus (C 0) (Plus (X 1) (C 1))) (C 1)) (X 5)))))))))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 6)) (Le (X 6) (X 0))) (Split 1%nat (Cut [(-1, [0]%nat, [])] (Absurd [(1, [6]%nat, []); (1, [0]%nat, [])])) (Left 0%nat (Right 1%nat (Right 0%nat (Split 0%nat (Right 0%nat (Left 0%nat (Right 1%nat (Cut [(1, [1]%nat, []); (-1, [6]%nat, [])] (Cut [(1, [1]%nat, []); (1, [7]%nat, [])] (Split 10%nat (Absurd [(1, [2]%nat, []); (1, [16]%nat, []); (2147483648, [15]%nat, []); (1, [14]%nat, []); (1, [0]%nat, []); (1, [15; 0]%nat, []); (1, [16; 15]%nat, [])]) (Absurd [(1, [13]%nat, []); (1, [16]%nat, []); (2147483646, [15]%nat, []); (1, [1]%nat, []); (1, [0]%nat, []); (1, [15; 0]%nat, []); (1, [16; 15]%nat, [])]))))))) (Left 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [11]%nat, []); (1, [0]%nat, [])])))))))) checked) |].
  exact I.
Qed.
Definition env_computed_2 (P : params) (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_1_count; Int field_3_label; Int (number_of_enum_Size (v_size S)); Truth ask_1; Int (Z.max field_1_count 1); Int (Z.max 0 ((v_left S) - (Z.max field_1_count 1)))].
Lemma lemma_computed_2 : forall (P : params) (S : store) (field_1_count : Z) (field_2_size : enum_Size) (field_3_label : Z) (ask_1 : bool), valid P -> facts_in_Taking P S -> (fits P field_1_count) = true -> (negb (guard_1 P S field_3_label)) = true -> (((0 <? (v_left S)) && ask_1) = true -> (fits P ((v_left S) - (Z.max field_1_count 1))) = true) /\ (((0 <? (v_left S)) && ask_1) = true -> (fits P (Z.max 0 ((v_left S) - (Z.max field_1_count 1)))) = true) /\ True.
Proof.
  intros P S field_1_count field_2_size field_3_label ask_1 (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _) C0 C1.
  split; [intros Q0; generalize (max_either field_1_count 1); generalize (max_right field_1_count 1); generalize Q0; generalize C0; generalize F2; generalize F1; generalize V3; generalize V0; exact_no_check (proved (env_computed_2 P S field_1_count field_2_size field_3_label ask_1) [(Le (C 2147483647) (X 0)); (Le (X 1) (C 1000)); (Le (X 2) (X 1)); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 2)) (Le (X 2) (X 0))); (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 3)) (Le (X 3) (X 0))); (And (Lt (C 0) (X 2)) (Holds 6)); (Le (C 1) (X 7)); (Or (Eq (X 7) (X 3)) (Eq (X 7) (C 1)))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (Minus (X 2) (X 7))) (Le (Minus (X 2) (X 7)) (X 0))) (Left 5%nat (Right 5%nat (Left 5%nat (Split 3%nat (Split 5%nat (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [4]%nat, []); (1, [3]%nat, []); (1, [0]%nat, [])])) (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Squeeze 0%nat 5%nat (Cut [(1, [4]%nat, []); (1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [16]%nat, [])]))))) (Absurd [(1, [11]%nat, []); (1, [12]%nat, []); (1, [10]%nat, []); (1, [0]%nat, []); (1, [6]%nat, [])]))))) checked) |].
  split; [intros Q0; generalize (max_either 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_left 0 ((v_left S) - (Z.max field_1_count 1))); generalize (max_right field_1_count 1); generalize F1; generalize V3; generalize V0; exact_no_check (proved (env_computed_2 P S field_1_count field_2_size field_3_label ask_1) [(Le (C 2147483647) (X 0)); (Le (X 1) (C 1000)); (Le (X 2) (X 1)); (Le (C 1) (X 7)); (Le (C 0) (X 8)); (Or (Eq (X 8) (C 0)) (Eq (X 8) (Minus (X 2) (X 7))))] (And (Le (Minus (Minus (C 0) (X 0)) (C 1)) (X 8)) (Le (X 8) (X 0))) (Split 0%nat (Cut [(1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [4]%nat, []); (1, [0]%nat, [])])) (Split 2%nat (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [0]%nat, []); (1, [9]%nat, [])])) (Cut [(1, [1]%nat, []); (-1, [0]%nat, [])] (Absurd [(1, [8]%nat, []); (1, [9]%nat, []); (1, [7]%nat, []); (1, [0]%nat, []); (1, [6]%nat, [])])))) checked) |].
  exact I.
Qed.

(* All values that the generated code computes fit in Go's int. *)
Theorem values_fit : forall P, valid P -> forall c v, (forall d, c = Some d -> reachable P d) -> computed P c v -> (fits P v) = true.
Proof.
  intros P V c v R D. assert (F : forall d, c = Some d -> facts P d).
  { intros d E. exact (facts_hold P V d (R d E)). }
  clear R. revert F. destruct D as [ S field_3_label Q0 |  S field_3_label Q0 Q1 |  S field_1_count field_2_size field_3_label ask_1 C0 C1 Q0 |  S field_1_count field_2_size field_3_label ask_1 C0 C1 Q0]; intros F.
  - destruct (lemma_computed_1 P S field_3_label V (F _ eq_refl)) as (A0 & A1 & _). exact (A0 Q0).
  - destruct (lemma_computed_1 P S field_3_label V (F _ eq_refl)) as (A0 & A1 & _). exact (A1 Q0 Q1).
  - destruct (lemma_computed_2 P S field_1_count field_2_size field_3_label ask_1 V (F _ eq_refl) C0 C1) as (A0 & A1 & _). exact (A0 Q0).
  - destruct (lemma_computed_2 P S field_1_count field_2_size field_3_label ask_1 V (F _ eq_refl) C0 C1) as (A0 & A1 & _). exact (A1 Q0).
Qed.

(* The divisors. *)
Inductive divisor (P : params) : option config -> Z -> Prop :=
| divisor_1_1 : forall (S : store) (field_3_label : Z), ((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> divisor P (Some (Config in_Taking S)) ((p_rounds P) + 1)
.
Definition env_divisor_1 (P : params) (S : store) (field_3_label : Z) : list atom := [Int (int_max P); Int (p_rounds P); Int (v_left S); Int field_3_label; Int (number_of_enum_Size (v_size S))].
Lemma lemma_divisor_1 : forall (P : params) (S : store) (field_3_label : Z), valid P -> facts_in_Taking P S -> (((field_3_label =? text_0) && ((number_of_enum_Size (v_size S)) =? (number_of_enum_Size is_Size_Large))) = true -> (negb (((p_rounds P) + 1) =? 0)) = true) /\ True.
Proof.
  intros P S field_3_label (V0 & V1 & V2 & V3 & V4 & _) (F0 & F1 & F2 & _).
  split; [intros Q0; generalize V2; exact_no_check (proved (env_divisor_1 P S field_3_label) [(Le (C 0) (X 1))] (Not (Eq (Plus (X 1) (C 1)) (C 0))) (Left 0%nat (Absurd [(1, [0]%nat, []); (1, [2]%nat, [])])) checked) |].
  exact I.
Qed.

(* No divisor is 0. *)
Theorem no_division_by_zero : forall P, valid P -> forall c v, (forall d, c = Some d -> reachable P d) -> divisor P c v -> (negb (v =? 0)) = true.
Proof.
  intros P V c v R D. assert (F : forall d, c = Some d -> facts P d).
  { intros d E. exact (facts_hold P V d (R d E)). }
  clear R. revert F. destruct D as [ S field_3_label Q0]; intros F.
  - destruct (lemma_divisor_1 P S field_3_label V (F _ eq_refl)) as (A0 & _). exact (A0 Q0).
Qed.

(* No theorem assumes anything: Coq prints that they are closed. *)
Definition theorems := (valid_exists, facts_hold, terminates, no_endless_run, bounded, values_fit, no_division_by_zero).
Print Assumptions theorems.
