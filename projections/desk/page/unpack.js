// Unpacks the rules: the decoder of the LZMA specification, for lc 3, lp 0, pb 0, without a header (package lzma packs them).
function unpack(packed, size) {
  const out = new Uint8Array(size);
  // All chances stand in one list, in 2048ths: these are the places where the models begin.
  const isMatch = 0, isRep = 12, isRep0 = 24, isRep1 = 36, isRep2 = 48, isRep0Long = 60, slots = 72, special = slots + 256, align = special + 115,
    matchLength = align + 16, repLength = matchLength + 274, literals = repLength + 274;
  const chances = new Uint16Array(literals + 0x1800).fill(1024);
  let at = 5, code = 0, width = 0xffffffff;
  for (let i = 1; i < 5; i++) code = ((code << 8) | packed[i]) >>> 0;

  function bit(i) {
    const p = chances[i], bound = (width >>> 11) * p;
    let b;
    if (code < bound) {
      width = bound;
      chances[i] = p + ((2048 - p) >> 5);
      b = 0;
    } else {
      width -= bound;
      code -= bound;
      chances[i] = p - (p >> 5);
      b = 1;
    }
    if (width < 0x1000000) {
      width = (width << 8) >>> 0;
      code = ((code << 8) | packed[at++]) >>> 0;
    }
    return b;
  }
  function tree(base, bits) {
    let v = 1;
    for (let i = 0; i < bits; i++) v = (v << 1) | bit(base + v);
    return v - (1 << bits);
  }
  function reverse(base, bits) {
    let node = 1, v = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(base + node);
      node = (node << 1) | b;
      v |= b << i;
    }
    return v;
  }
  function direct(bits) {
    let v = 0;
    for (let i = 0; i < bits; i++) {
      width >>>= 1;
      v <<= 1;
      if (code >= width) {
        code -= width;
        v |= 1;
      }
      if (width < 0x1000000) {
        width = (width << 8) >>> 0;
        code = ((code << 8) | packed[at++]) >>> 0;
      }
    }
    return v;
  }
  function length(base) { // choice, choice2, low, mid, high
    if (!bit(base)) return 2 + tree(base + 2, 3);
    if (!bit(base + 1)) return 10 + tree(base + 10, 3);
    return 18 + tree(base + 18, 8);
  }
  function distance(n) {
    const slot = tree(slots + Math.min(n - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + reverse(special + base - slot, bits);
    return base + direct(bits - 4) * 16 + reverse(align, 4);
  }

  let n = 0, state = 0, r0 = 0, r1 = 0, r2 = 0, r3 = 0;
  while (n < size) {
    if (!bit(isMatch + state)) {
      const base = literals + 0x300 * ((n ? out[n - 1] : 0) >> 5);
      let v = 1;
      if (state >= 7) {
        for (let matched = out[n - r0 - 1]; v < 0x100;) {
          matched <<= 1;
          const m = (matched >> 8) & 1, b = bit(base + ((1 + m) << 8) + v);
          v = (v << 1) | b;
          if (m !== b) break;
        }
      }
      while (v < 0x100) v = (v << 1) | bit(base + v);
      out[n++] = v;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    const late = state < 7 ? 0 : 3;
    let k;
    if (!bit(isRep + state)) {
      r3 = r2;
      r2 = r1;
      r1 = r0;
      k = length(matchLength);
      r0 = distance(k);
      state = 7 + late;
    } else {
      let again = r0;
      if (!bit(isRep0 + state)) {
        if (!bit(isRep0Long + state)) {
          out[n] = out[n - r0 - 1];
          n++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (!bit(isRep1 + state)) {
        again = r1;
        r1 = r0;
      } else {
        if (!bit(isRep2 + state)) again = r2;
        else {
          again = r3;
          r3 = r2;
        }
        r2 = r1;
        r1 = r0;
      }
      r0 = again;
      k = length(repLength);
      state = state < 7 ? 8 : 11;
    }
    const end = Math.min(n + k, size);
    for (let from = n - r0 - 1; n < end;) out[n++] = out[from++];
  }
  return out;
}
