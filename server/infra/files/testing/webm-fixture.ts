/** An EBML element; its id as written, its size in four bytes, or unknown as browsers record it. */
export function element(id: number, content: Buffer | Buffer[], unknownSize = false): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const name = Buffer.from(
    id.toString(16).padStart(id > 0xffffff ? 8 : id > 0xffff ? 6 : id > 0xff ? 4 : 2, '0'),
    'hex',
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE((0x10000000 | (unknownSize ? 0x0fffffff : body.length)) >>> 0)
  return Buffer.concat([name, size, body])
}

const [EBML, SEGMENT, INFO, TRACKS, CLUSTER, TAGS] = [
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1254c367,
]

type WebmParts = { unknownSizes?: boolean; trackType?: number; size?: readonly [width: number, height: number] }

/** A WebM of one picture track, of 320 × 240 unless told, with a title, tags and, if asked, a track of another type. */
export function makeWebm(secret: string, given: WebmParts = {}): Buffer {
  const { unknownSizes = false, trackType, size = [320, 240] } = given
  const text = Buffer.from(secret)
  const [width, height] = size.map((edge) => Buffer.from([edge >> 8, edge & 255])) as [Buffer, Buffer]
  const picture = element(0xe0, [element(0xb0, width), element(0xba, height)])
  const tracks = [element(0xae, [element(0xd7, Buffer.from([1])), element(0x83, Buffer.from([1])), picture])]
  if (trackType !== undefined) tracks.push(element(0xae, element(0x83, Buffer.from([trackType]))))
  const cluster = element(
    CLUSTER,
    [
      element(0xe7, Buffer.from([0])),
      element(0xa3, Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), Buffer.alloc(40, 'v')])),
    ],
    unknownSizes,
  )
  return Buffer.concat([
    element(EBML, [element(0x4282, Buffer.from('webm'))]),
    element(
      SEGMENT,
      [
        element(INFO, [element(0x2ad7b1, Buffer.from([15, 66, 64])), element(0x7ba9, text)]),
        element(TRACKS, tracks),
        ...[cluster, cluster],
        element(TAGS, element(0x7373, element(0x67c8, element(0x4487, Buffer.concat([text, Buffer.alloc(300, 'x')]))))),
      ],
      unknownSizes,
    ),
  ])
}
