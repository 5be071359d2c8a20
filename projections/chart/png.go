package chart

import (
	"encoding/binary"
	"hash/crc32"

	"fieldpost/projections/chart/deflate"
)

// png writes a canvas as a PNG with a palette: its rows unfiltered, as suits the numbers of colours.
func (p *pen) png(c *canvas, g *keptGround) []byte {
	p.out = deflate.Append(p.out[:0], c.rows, g.plan, c.wide+1)
	out := make([]byte, 0, len(p.out)+3*len(c.shades)+100)
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(c.wide)), uint32(c.high))
	out = chunk(out, "IHDR", append(head, 8, 3, 0, 0, 0)) // 8 bits, a palette, deflate, filters of the first kind, whole
	var colors []byte
	for _, s := range c.shades[:c.many] {
		colors = append(colors, uint8(s.r), uint8(s.g), uint8(s.b))
	}
	out = chunk(out, "PLTE", colors)
	out = chunk(out, "IDAT", p.out)
	return chunk(out, "IEND", nil)
}

func chunk(out []byte, name string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}
