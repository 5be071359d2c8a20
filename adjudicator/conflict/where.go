package conflict

// This comment says where to find the rules that no single line of code cites, since they follow from the shape of the
// whole.
//
// Turns (turn.go, order.go, pay.go): one turn is one pass, wait or action (CH-2.2a); each camp has one list of active
// units (CH-2.2e), which are used when it closes (CH-2.2f); both camps may have such a list and neither must (CH-2.2j,
// CH-2.2m); command actions, cards and opportunities of any unit leave it as it is (CH-2.2k, CH-2.2l, CH-3.0f, CH-9.2c);
// affordable, modify, mayWait and cardMix take the price of all that CAP can buy (CH-3.2b, CH-3.2.3b). One action is
// judged, paid and done before the other side's turn begins (CH-5.0c, CH-7.5.1c, CH-9.0e, CH-9.1c, CH-14.1c), so that a
// shot after a pivot comes a turn later (CH-6.1c, CH-15.4c) and a rally may be tried again (CH-7.6c).
//
// Groups (pay.go, move.go, fire.go): the units of a line pay together in one of the four ways (CH-9.0a, CH-9.0c, CH-9.0f,
// CH-9.1a, CH-9.1b, CH-9.2b, CH-9.2d, CH-9.2e); connected asks for one chain (CH-9.1.1b); hit units that may move do move
// (CH-9.1.1d); rallying, digging in and hiding take lists of units (CH-9.1.3a, CH-9.1.4a, CH-10.2b); reinforcements too
// (CH-5.5d).
//
// Movement (move.go): costs are Sums that add up (CH-5.0b, CH-11.0e); hexes have no capacity (CH-5.0d, CH-14.3a), those
// behind a unit are what inArc leaves out (CH-5.1d); a bridge is a road whose hex is water (CH-5.0.1b); a road changes
// only stepCost, never hexDM (CH-5.0.1c, CH-14.2b); a move backward or beside a vehicle never sets Exposed (CH-5.0.3c,
// CH-5.2b); route ends a bonus at the first hex without one and gives none backward (CH-13.0b, CH-14.1b, CH-14.4a); a
// vehicle that drives through is gone when the other side's turn comes (CH-5.4b); foot and vehicles share all of it
// except the columns of the terrain table (CH-14.0a).
//
// Sight (sight.go): los looks at what lies between the ends, so that these may block (CH-6.0b) and units never do
// (CH-6.0f, CH-18.0a); it asks for ground levels and obstacles alike (CH-11.3a, CH-11.3b, CH-11.3c, CH-11.3e, CH-11.4a).
// A level is a hex's own, a bare hill is open terrain (CH-11.0b, CH-11.0c). The map and the options of an order answer
// any player's questions about sight (CH-6.0e).
//
// Fire (fire.go, combat.go, hits.go): attackFP and defence are the colours (CH-7.1a, CH-7.1b, CH-7.5.1d, CH-15.0a,
// CH-15.1a) and the tables of CH-7.8; FP may be below zero (CH-7.2b); a defender pays for nothing (CH-7.3b); CAP are
// asked for roll by roll (CH-7.5.1b); a lost weapon is a colour without FP (CH-7.5c); close combat has one target, the
// flank DR and no arc, range or friends (CH-7.7.3b, CH-7.7.3d to f, CH-7.7.3l, CH-12.0g), while fire from outside meets
// all units of the hex (CH-7.7.3j); a used unit without CAP can pay for nothing (CH-7.7.3k). Vehicles differ only by
// their pile (CH-15.2a, CH-15.3a); opportunities, cards and the turret are not charged for (CH-15.4b); mortars fire from
// anywhere except bunkers (CH-12.0a, CH-12.0f, CH-12.0i), indirect fire with the level of its observer hex (CH-12.0h); no
// terrain DM against flames (CH-19.1b), none of forests against shells (CH-12.2a, CH-12.2b, CH-CWb); artillery has no hex
// of its own, hence neither level nor range (CH-12.3e, CH-12.3f). A load is a target of its own with its carrier's
// shield, and the terrain's DM (CH-16.1b, CH-17.0c, CH-17.1a, CH-17.1b). Works are rolled for after the units and fall
// after all rolls (CH-18.3.1f, CH-18.4c to e).
//
// Losses and VP (hits.go, control.go): scoreKill gives them to the other side, whoever fired (CH-2.5.1b); alone keeps
// control while a friend is there (CH-2.5.2c) and counts no trucks (CH-2.5.2d); these stay off the track (CH-7.4e).
//
// Data (document.go, scenarios/conflict-of-heroes): components and setup (CH-1.0b to d, CH-1.0f to h, CH-1.1a, CH-1.3c,
// CH-1.4a), works set up beforehand (CH-18.1a, CH-18.1.1a, CH-18.1.2e, CH-18.3.1e, CH-18.3.3c), carriers, engineers and
// their weapons (CH-16.0a, CH-16.0b, CH-19.0a, CH-19.0d), smoke and its markers (CH-13.0h, CH-13.1b), cover (CH-5.0.2c,
// CH-10.0i), cards (CH-8.0a, CH-8.0e, CH-8.2a, CH-8.2b, CH-8.4d, CH-C0, CH-C04, CH-CEcount, CH-CEevent, CH-CEceasefire,
// CH-CWleFH18, CH-CWm38, CH-CWgrenades, CH-CWmolotov, CH-CWa), relaxed observers (CH-12.0e), hands of each force
// (CH-20.0e).
//
// Rules without code, since they are explanation, scale or advice: CH-0c to CH-0h, CH-1.1c, CH-1.2a, CH-10.1b, CH-20.1b,
// CH-20.2a, CH-20.2m, CH-20.2n, CH-U0.
