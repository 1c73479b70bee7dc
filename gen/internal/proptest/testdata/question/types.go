package question
