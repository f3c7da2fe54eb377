import { useLingui } from '@lingui/react/macro'
import type { Follower } from '@vesper/sync/vesper/api/follows.ts'
import { MessageCircle } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { ContentMenu } from '../../entities/content/content-menu.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

type Props = { follower: Follower; onMessage: (follower: Follower) => Promise<void> }

/** One follower, since when, and the way to write; creators do not write to each other. */
export function FollowerRow({ follower, onMessage }: Props) {
  const { t, i18n } = useLingui()
  const { name } = follower
  const since = formatDate(new Date(follower.followedAt), i18n.locale, { dateStyle: 'medium' })
  const message = useActionWithToast(() => onMessage(follower), t`Error occurred, please try again later`)
  return (
    <ListItem
      leading={<Avatar name={follower.name} src={follower.avatar} />}
      title={<bdi>{follower.name}</bdi>}
      subtitle={t`Follows you since ${since}`}
      trailing={
        !follower.isPerformer && (
          <span className="flex">
            <IconButton label={t`Message ${follower.name}`} aria-busy={message.busy} onClick={() => void message.run()}>
              {message.busy ? <Spinner /> : <MessageCircle className="size-5" />}
            </IconButton>
            <ContentMenu
              label={t`More about ${name}`}
              content={{ type: 'user', id: follower._id, ownerId: follower._id, person: follower }}
            />
          </span>
        )
      }
    />
  )
}
