import { encode } from 'uqr'

/** Modules of quiet around a code, as ISO/IEC 18004 wants them: cameras look for the edge. */
export const QR_QUIET = 4
/** A print may lose a quarter of it to a fold or a logo. */
export const QR_STRENGTH = 'Q'

/** A text as a code that a camera reads. Dark on light in every theme: many cameras do not read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: QR_STRENGTH, border: QR_QUIET })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-card bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
