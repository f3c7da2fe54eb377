import { Trans } from '@lingui/react/macro'

/** What a mutation is to people, by its name; one that this version does not know, by that name. */
export function DecisionWord({ name }: { name: string }) {
  switch (name) {
    case 'message.send':
      return <Trans>A message</Trans>
    case 'message.delete':
      return <Trans>Deleting a message</Trans>
    case 'conversation.open':
      return <Trans>A new conversation</Trans>
    case 'conversation.read-all':
      return <Trans>What you have read</Trans>
    case 'profile.update':
      return <Trans>Your profile</Trans>
    case 'preferences.update':
      return <Trans>Settings of the app</Trans>
    case 'follow.set':
      return <Trans>Whom you follow</Trans>
    case 'reaction.set':
      return <Trans>A like or bookmark</Trans>
    case 'cart.set':
    case 'cart.clear':
      return <Trans>Your cart</Trans>
    case 'draft.save':
      return <Trans>A draft of a post</Trans>
    case 'draft.discard':
      return <Trans>Discarding a draft</Trans>
    case 'draft.publish':
    case 'post.publish':
      return <Trans>Publishing a post</Trans>
    case 'post.update':
      return <Trans>A change of a post</Trans>
    case 'post.remove':
      return <Trans>Removing a post</Trans>
    default:
      return (
        <code dir="ltr" className="break-all">
          {name}
        </code>
      )
  }
}
