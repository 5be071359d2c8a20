// Package board is the geometry that all games share: hexes and squares, their names, distances, paths, lines of
// sight and bearings. Everything is exact: integers only, no tolerance, the same answer on every machine.
//
// # Places
//
// A place is a cell of a Grid, known by the name printed on the map: "D7" (column D from the west, row 7 from the
// south), "0714" (column 07, row 14) or "F07" (row F, column 07). Options choose the naming, the corner where
// numbering begins and which rows or columns are shifted by half a hex.
//
// # Lattice units
//
// Centre gives doubled coordinates. x grows to the east, y to the north, and the unit differs by shape so that every
// centre is a pair of integers:
//
//	shape      one unit of x               one unit of y               squared length of (x, y), in quarter cells
//	PointyHex  half a hex                  one row (sqrt(3)/2 hex)     xx + 3yy
//	FlatHex    one column (sqrt(3)/2 hex)  half a hex                  3xx + yy
//	Square     half a square               half a square               xx + yy
//
// "A hex" is the distance between the centres of neighbours, so neighbours are always 4 apart in the last column
// (8 for diagonal squares). The root of three is only a weight in this form and never has to be computed: angles are compared by
// the signs of cross products and by squared cosines.
//
// # Layers
//
// What lies on a board is made of layers. A map is a list of rows with one character for each place, as in scenario files; Ground says what
// the characters mean by a game's own terrain chart. Lines along places (roads, trenches) and things on the sides between two places stand in
// lists of the game's own; Follows, Beside, Runs and Sight.Entering look them up. A layer is replaced, never written to: the scenario and all
// copies of a position share it.
//
// # Directions
//
// Directions have a fixed order, which is also the order of Neighbours: E NE NW W SW SE for pointy hexes,
// N NE SE S SW NW for flat ones, N NE E SE S SW W NW for squares.
//
// # Lines
//
// A line runs from centre to centre. A place is crossed if the line passes through its inside; where the line runs exactly along a side,
// the two places beside it are reported together.
//
// Example: on the board of letters (NewHex(PointyHex, 12, 16, Options{})) the neighbours of D7 are E7, D8, C8, C7, C6 and D6, since even
// rows lie half a hex further east. The distance from D7 to E10 is 3 and the line between them crosses D8 and E9. The line from D7 to D9
// crosses no place: it runs along the side between C8 and D8, which is one Crossing with both.
package board
