package modernbattles

// sines are the sines of 0 to 90 degrees with four decimals (MB-B1a).
var sines = [91]int{
	0, 175, 349, 523, 698, 872, 1045, 1219, 1392, 1564, 1736, 1908, 2079, 2250, 2419,
	2588, 2756, 2924, 3090, 3256, 3420, 3584, 3746, 3907, 4067, 4226, 4384, 4540, 4695, 4848,
	5000, 5150, 5299, 5446, 5592, 5736, 5878, 6018, 6157, 6293, 6428, 6561, 6691, 6820, 6947,
	7071, 7193, 7314, 7431, 7547, 7660, 7771, 7880, 7986, 8090, 8192, 8290, 8387, 8480, 8572,
	8660, 8746, 8829, 8910, 8988, 9063, 9135, 9205, 9272, 9336, 9397, 9455, 9511, 9563, 9613,
	9659, 9703, 9744, 9781, 9816, 9848, 9877, 9903, 9925, 9945, 9962, 9976, 9986, 9994, 9998,
	10000,
}

// halves are the sine and cosine of 0.5, 1.5 ... 89.5 degrees with twelve decimals: the borders between two whole degrees
// (MB-B1b). None of them is the slope of a line between whole coordinates, so the nearest degree is never in doubt.
var halves = [90][2]int64{
	{8726535498, 999961923064}, {26176948308, 999657324976}, {43619387365, 999048221582}, {61048539535, 998134798422},
	{78459095728, 996917333733}, {95845752520, 995396198367}, {113203213768, 993571855677}, {130526192220, 991444861374},
	{147809411130, 989015863362}, {165047605861, 986285601537}, {182235525492, 983254907564}, {199367934417, 979924704621},
	{216439613938, 976296007120}, {233445363856, 972369920398}, {250380004054, 968147640378}, {267238376078, 963630453209},
	{284015344704, 958819734868}, {300705799504, 953716950748}, {317304656405, 948323655206}, {333806859234, 942641491092},
	{350207381259, 936672189248}, {366501226724, 930417567982}, {382683432365, 923879532511}, {398749068925, 917060074385},
	{414693242656, 909961270877}, {430511096808, 902585284350}, {446197813110, 894934361602}, {461748613235, 887010833178},
	{477158760260, 878817112662}, {492423560103, 870355695940}, {507538362961, 861629160442}, {522498564716, 852640164354},
	{537299608347, 843391445813}, {551936985312, 833885822067}, {566406236925, 824126188622}, {580702955711, 814115518356},
	{594822786751, 803856860617}, {608761429009, 793353340291}, {622514636638, 782608156852}, {636078220278, 771624583388},
	{649448048330, 760405965600}, {662620048216, 748955720789}, {675590207616, 737277336810}, {688354575694, 725374371012},
	{700909264300, 713250449154}, {713250449154, 700909264300}, {725374371012, 688354575694}, {737277336810, 675590207616},
	{748955720789, 662620048216}, {760405965600, 649448048330}, {771624583388, 636078220278}, {782608156852, 622514636638},
	{793353340291, 608761429009}, {803856860617, 594822786751}, {814115518356, 580702955711}, {824126188622, 566406236925},
	{833885822067, 551936985312}, {843391445813, 537299608347}, {852640164354, 522498564716}, {861629160442, 507538362961},
	{870355695940, 492423560103}, {878817112662, 477158760260}, {887010833178, 461748613235}, {894934361602, 446197813110},
	{902585284350, 430511096808}, {909961270877, 414693242656}, {917060074385, 398749068925}, {923879532511, 382683432365},
	{930417567982, 366501226724}, {936672189248, 350207381259}, {942641491092, 333806859234}, {948323655206, 317304656405},
	{953716950748, 300705799504}, {958819734868, 284015344704}, {963630453209, 267238376078}, {968147640378, 250380004054},
	{972369920398, 233445363856}, {976296007120, 216439613938}, {979924704621, 199367934417}, {983254907564, 182235525492},
	{986285601537, 165047605861}, {989015863362, 147809411130}, {991444861374, 130526192220}, {993571855677, 113203213768},
	{995396198367, 95845752520}, {996917333733, 78459095728}, {998134798422, 61048539535}, {999048221582, 43619387365},
	{999657324976, 26176948308}, {999961923064, 8726535498},
}

// sine returns the sine of a bearing in ten-thousandths.
func sine(deg int) int {
	deg = norm(deg)
	switch {
	case deg <= 90:
		return sines[deg]
	case deg <= 180:
		return sines[180-deg]
	}
	return -sine(deg - 180)
}

func cosine(deg int) int { return sine(deg + 90) }

// norm normalizes a bearing to 0 to 359.
func norm(deg int) int { return ((deg % 360) + 360) % 360 }

// turned returns the difference between two bearings, 0 to 180.
func turned(a, b int) int {
	d := norm(a - b)
	return min(d, 360-d)
}

// bearing returns the bearing of one point from another to the nearest whole degree, clockwise from 0 at north (MB-B1b). From
// a point to itself it is 0.
func bearing(from, to Point) int {
	dx, dy := int64(to.X-from.X), int64(to.Y-from.Y)
	q := quadrant(max(dx, -dx), max(dy, -dy))
	switch {
	case dx >= 0 && dy >= 0:
		return q
	case dx >= 0:
		return 180 - q
	case dy < 0:
		return 180 + q
	}
	return norm(360 - q)
}

// quadrant returns the bearing of (x, y), from 0 to 90. Neither x nor y is negative.
func quadrant(x, y int64) int {
	lo, hi := 0, 90
	for lo < hi { // count how many borders lie below it
		m := (lo + hi) / 2
		if x*halves[m][1] > y*halves[m][0] {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// rounded divides and rounds to the nearest whole number, halves away from zero; d is positive.
func rounded(n, d int) int {
	if n < 0 {
		return -rounded(-n, d)
	}
	return (2*n + d) / (2 * d)
}

// ahead returns the point at a distance in tenths of an inch on a bearing (MB-B1a).
func ahead(p Point, deg, tenths int) Point {
	return Point{p.X + rounded(tenths*sine(deg), 10000), p.Y + rounded(tenths*cosine(deg), 10000)}
}

// beside returns the point so many half tenths ahead and to the right, turned by a bearing. Hull corners and slots use it, so
// that they are rounded in the same way.
func beside(p Point, deg, forward, right int) Point { return courseOf(deg).beside(p, forward, right) }

// course is a bearing by its sine and cosine, for several points beside it.
type course struct{ sine, cosine int }

func courseOf(deg int) course { return course{sine(deg), cosine(deg)} }

func (w course) beside(p Point, forward, right int) Point {
	return Point{p.X + rounded(forward*w.sine+right*w.cosine, 20000), p.Y + rounded(forward*w.cosine-right*w.sine, 20000)}
}
