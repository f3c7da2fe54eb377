import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/records/file.ts'
import { CircleAlert } from 'lucide-react'
import { useContext } from 'react'
import type { CSSProperties } from 'react'
import { cx } from '../../ui/cx.ts'
import { gridClass, singleFrame, tileClass } from './file-frame.ts'
import { previewOf } from '../../local-previews.ts'
import { useMissingPicture } from '../../missing-picture.ts'
import { MissingPicture } from '../../missing-picture-word.tsx'
import { useSparedPicture } from '../../spared-picture.ts'
import { OpenFileContext } from './open-file-context.ts'
import { PictureWord } from '../../ui/picture-word.tsx'
import { PlaceholderCanvas } from '../../ui/placeholder-canvas.tsx'

/** The photos and videos of a message: one in its own shape, several in a grid. */
export function MessageFiles({ files, isOwn }: { files: FileRecord[]; isOwn: boolean }) {
  if (files.length === 0) return null
  const [first] = files
  if (files.length === 1 && first) {
    return (
      <div className="max-w-full min-w-40" style={{ inlineSize: singleFrame(first).width }}>
        <FileTile file={first} style={{ aspectRatio: shapeOf(first) }} />
      </div>
    )
  }
  return (
    <div className={cx(gridClass, isOwn ? 'bg-accent' : 'bg-raised')}>
      {files.map((file, index) => (
        <FileTile key={file._id} file={file} className={tileClass(index, files.length)} />
      ))}
    </div>
  )
}

type TileProps = { file: FileRecord; style?: CSSProperties; className?: string }

function FileTile({ file, style, className }: TileProps) {
  const frame = cx('relative block w-full overflow-hidden bg-overlay', className)
  if (file.status === 'failed') {
    return (
      <div className={cx(frame, 'grid place-items-center p-3 text-center text-sm text-muted')} style={style}>
        <span>
          <CircleAlert className="mx-auto mb-1 size-6" aria-hidden="true" />
          <Trans>This file could not be processed.</Trans>
        </span>
      </div>
    )
  }
  return file.type === 'video' ? (
    <Video file={file} className={frame} style={style} />
  ) : (
    <Photo file={file} className={frame} style={style} />
  )
}

function Video({ file, className, style }: { file: FileRecord; className: string; style: CSSProperties | undefined }) {
  const { t } = useLingui()
  const { isSpared } = useSparedPicture(file.thumbnailUrl ?? '')
  return (
    <div className={className} style={style}>
      {file.placeholder && (
        <PlaceholderCanvas hash={file.placeholder} className="absolute inset-0 size-full object-cover" />
      )}
      <video
        controls
        playsInline
        preload="none"
        aria-label={t`Video`}
        src={previewOf(file._id) ?? file.url}
        {...(file.thumbnailUrl && !isSpared ? { poster: file.thumbnailUrl } : {})}
        className="absolute inset-0 size-full object-contain"
      />
    </div>
  )
}

function Photo({ file, className, style }: { file: FileRecord; className: string; style: CSSProperties | undefined }) {
  const { t } = useLingui()
  const open = useContext(OpenFileContext)
  const local = previewOf(file._id)
  const small = file.thumbnailUrl ?? file.url
  const [isMissing, onMissing] = useMissingPicture(small)
  const { isSpared, ask } = useSparedPicture(small)
  const waits = isSpared && !local
  return (
    <button
      type="button"
      aria-label={waits ? t`Show photo` : t`Open photo`}
      onClick={() => (waits ? ask() : open(file._id))}
      className={cx(className, 'focus-visible:outline-offset-[-3px]')}
      style={style}
    >
      {file.placeholder && (
        <PlaceholderCanvas hash={file.placeholder} className="absolute inset-0 size-full object-cover" />
      )}
      {local && <img src={local} alt="" className="absolute inset-0 size-full object-cover" />}
      {isSpared ? (
        waits && <PictureWord>{t`Show photo`}</PictureWord>
      ) : isMissing && !local ? (
        <MissingPicture />
      ) : (
        <img
          src={small}
          alt={t`Photo`}
          loading="lazy"
          decoding="async"
          onError={onMissing}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </button>
  )
}

function shapeOf(file: FileRecord): string {
  const { width, height } = singleFrame(file)
  return `${width} / ${height}`
}
