package ration
