package trip
