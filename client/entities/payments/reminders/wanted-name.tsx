import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Wanted } from './reminder.ts'

/** The thing that somebody wanted to pay for, in words. */
export function WantedName({ wanted: { type, tokens, name } }: { wanted: Wanted }) {
  if (type === 'tip') {
    return name === '' ? (
      <Plural value={tokens ?? 0} one="A tip of # token" other="A tip of # tokens" />
    ) : (
      <Plural value={tokens ?? 0} one={`A tip of # token for ${name}`} other={`A tip of # tokens for ${name}`} />
    )
  }
  return name === '' ? <Nameless type={type} /> : <Named type={type} name={<bdi>{name}</bdi>} />
}

type Type = Exclude<Wanted['type'], 'tip'>

function Named({ type, name }: { type: Type; name: ReactNode }) {
  switch (type) {
    case 'feed':
      return <Trans>A post by {name}</Trans>
    case 'video':
      return <Trans>A video by {name}</Trans>
    case 'gallery':
      return <Trans>A gallery by {name}</Trans>
    case 'message':
      return <Trans>A message from {name}</Trans>
    case 'stream':
      return <Trans>A stream by {name}</Trans>
    case 'subscription':
      return <Trans>A subscription to {name}</Trans>
  }
}

function Nameless({ type }: { type: Type }) {
  switch (type) {
    case 'feed':
      return <Trans>A post</Trans>
    case 'video':
      return <Trans>A video</Trans>
    case 'gallery':
      return <Trans>A gallery</Trans>
    case 'message':
      return <Trans>A message</Trans>
    case 'stream':
      return <Trans>A stream</Trans>
    case 'subscription':
      return <Trans>A subscription</Trans>
  }
}
