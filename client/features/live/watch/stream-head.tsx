import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ReactNode } from 'react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { BackButton } from '../../../core/page/back-button.tsx'
import { ShareMenu } from '../../../entities/content/share-menu.tsx'
import { streamPath } from './stream-path.ts'

/** The title of the stream and its creator; `children` stand at the end. */
export function StreamHead({ stream, children }: { stream: Stream; children: ReactNode }) {
  const { t } = useLingui()
  const { performer, _id } = stream
  return (
    <div className="flex items-center gap-2 px-2 py-1 pt-[max(0.25rem,var(--safe-top))] md:px-0 md:pb-3">
      <BackButton />
      <Link
        to="/$profileId"
        params={{ profileId: performer.username ?? performer._id }}
        className="flex min-w-0 items-center gap-2 rounded-control"
      >
        <Avatar name={performer.name} src={performer.avatar} size="sm" />
        <span className="grid min-w-0">
          <h1 dir="auto" tabIndex={-1} className="truncate font-bold outline-none">
            {stream.title}
          </h1>
          <bdi className="truncate text-xs text-muted">{performer.name}</bdi>
        </span>
      </Link>
      <span className="flex-1" />
      {children}
      <ShareMenu
        label={t`Actions on this stream`}
        content={{ type: 'stream', id: _id, ownerId: performer._id }}
        page={{ name: stream.title, path: streamPath(stream) }}
      />
    </div>
  )
}
