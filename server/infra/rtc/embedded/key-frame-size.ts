/** The descriptor's bits: more bytes follow; picture id, layer index, layer or key index; a frame begins; its part. */
const [EXTENDED, PICTURE_ID, LAYER_INDEX, LAYER_OR_KEY, START, PART] = [0x80, 0x80, 0x40, 0x30, 0x10, 0x07]
/** The start code stands behind the three bytes of the frame's tag, and the size behind it. */
const START_CODE = [0x9d, 0x01, 0x2a]
const SIZE_MASK = 0x3fff

/** The size of the picture where a VP8 packet (RFC 7741) begins a key frame, else null. */
export function keyFrameSize(payload: Buffer): { width: number; height: number } | null {
  const [descriptor = 0] = payload
  if ((descriptor & START) === 0 || (descriptor & PART) !== 0) return null
  const frame = frameAt(payload, descriptor)
  const isKey = frame + 10 <= payload.length && ((payload[frame] ?? 1) & 1) === 0
  if (!isKey || START_CODE.some((byte, index) => payload[frame + 3 + index] !== byte)) return null
  return { width: payload.readUInt16LE(frame + 6) & SIZE_MASK, height: payload.readUInt16LE(frame + 8) & SIZE_MASK }
}

/** Where the frame begins behind the descriptor. */
function frameAt(payload: Buffer, descriptor: number): number {
  if ((descriptor & EXTENDED) === 0) return 1
  const extension = payload[1] ?? 0
  let at = 2
  if (extension & PICTURE_ID) at += (payload[at] ?? 0) & 0x80 ? 2 : 1
  if (extension & LAYER_INDEX) at += 1
  if (extension & LAYER_OR_KEY) at += 1
  return at
}
