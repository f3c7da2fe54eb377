import type { Piece } from './plan-fill.ts'

const RATE = 30

/**
 * A filter graph of ffmpeg that puts pieces one behind the other, each with its exact length: `[v]` and `[a]` are the whole.
 * Input 0 is the recording, input n + 1 the slice n; `hasSound` tells of each. All pictures get the size of the recording.
 */
export function stitchFilter(
  pieces: readonly Piece[],
  { hasSound, ...size }: { width: number; height: number; hasSound: readonly boolean[] },
): string {
  const used = pieces.map(({ from }) => (from === null ? 0 : from + 1))
  const inputs = [...new Set(used)].toSorted((a, b) => a - b)
  const splits = inputs.flatMap((input) => {
    const places = used.flatMap((one, index) => (one === input ? [index] : []))
    const sound = hasSound[input] === true ? `[${input}:a:0]` : 'anullsrc=r=48000:cl=stereo,'
    return [
      `[${input}:v:0]split=${places.length}${places.map((place) => `[v${place}]`).join('')}`,
      `${sound}asplit=${places.length}${places.map((place) => `[a${place}]`).join('')}`,
    ]
  })
  const cuts = pieces.flatMap((piece, place) => [cutPicture(piece, place, even(size)), cutSound(piece, place)])
  const ends = pieces.map((_, place) => `[pv${place}][pa${place}]`).join('')
  return [...splits, ...cuts, `${ends}concat=n=${pieces.length}:v=1:a=1[v][a]`].join(';')
}

function cutPicture({ beginMs, endMs }: Piece, place: number, { width, height }: ReturnType<typeof even>): string {
  const [begin, end, length] = [beginMs, endMs, endMs - beginMs].map(seconds)
  const fitted = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  // The first picture is shown from the beginning on, and the last one to the end.
  const timed = `trim=start=${begin}:end=${end},setpts=PTS-${begin}/TB,fps=${RATE}:start_time=0`
  return `[v${place}]${timed},${fitted},setsar=1,format=yuv420p,tpad=stop_mode=clone:stop_duration=${length},trim=duration=${length}[pv${place}]`
}

function cutSound({ beginMs, endMs }: Piece, place: number): string {
  const [begin, end, length] = [beginMs, endMs, endMs - beginMs].map(seconds)
  const timed = `atrim=start=${begin}:end=${end},asetpts=PTS-${begin}/TB,aresample=48000:async=1:first_pts=0`
  return `[a${place}]${timed},aformat=channel_layouts=stereo,apad,atrim=duration=${length}[pa${place}]`
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}

/** H.264 has pictures of even sizes. */
function even({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: width - (width % 2), height: height - (height % 2) }
}
