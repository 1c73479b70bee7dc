// Package agent is the machine of a program that asks a model within budgets. It is generated from agent.fsm.yaml,
// which proves that the budgets hold.
package agent

//go:generate go tool fsmgen generate
