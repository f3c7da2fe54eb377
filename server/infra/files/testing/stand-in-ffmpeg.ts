import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

/** The runs of ffmpeg on a file: the copy without metadata, the look at its streams, the frame of its poster, an encoding. */
export type Step = 'copy' | 'probe' | 'frame' | 'encode'

export type StandInFfmpeg = {
  path: string
  /** The streams that it tells of. */
  tell: (streams: { codec: string; size: string }) => void
  /** Has a step fail with these words, or be ended by a signal; without words it works again. */
  fail: (step: Step, words?: string | { signal: string }) => void
  remove: () => void
}

/** A program in the place of ffmpeg. It copies files as they are, and fails where it is told to. */
export async function standInFfmpeg(): Promise<StandInFfmpeg> {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-stand-in-'))
  const frame = join(folder, 'frame.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  await sharp({ create: { width: 900, height: 500, channels: 3, background: '#236', noise } })
    .png()
    .toFile(frame)
  const script = `#!/bin/sh
[ "$1" = -version ] && exit 0
step=copy
case "$*" in *"-f null -") step=probe;; *" image2 "*) step=frame;; *libx264*) step=encode;; esac
[ -e "${folder}/$step" ] && . "${folder}/$step"
[ $step = probe ] && { cat "${folder}/streams" >&2; exit 0; }
while [ $# -gt 1 ]; do [ "$1" = -i ] && from="\${2#file:}"; shift; done
[ $step = frame ] && from="${frame}"
cp "$from" "\${1#file:}"
`
  const path = join(folder, 'ffmpeg')
  writeFileSync(path, script, { mode: 0o755 })
  const tell: StandInFfmpeg['tell'] = ({ codec, size }) => {
    const streams = `  Duration: 00:00:02.00, start: 0.0\n    Stream #0:0: Video: ${codec} (x), yuv420p(tv), ${size}, 10 fps\n`
    writeFileSync(join(folder, 'streams'), streams)
  }
  tell({ codec: 'h264', size: '640x480' })
  return {
    path,
    tell,
    fail(step, words) {
      const file = join(folder, step)
      if (words === undefined) rmSync(file, { force: true })
      else if (typeof words === 'string') writeFileSync(file, `echo "file:x: ${words}" >&2; exit 1`)
      else writeFileSync(file, `kill -${words.signal} $$`)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
