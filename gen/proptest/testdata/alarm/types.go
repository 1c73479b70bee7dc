package alarm
