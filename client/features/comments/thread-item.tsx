import { useState } from 'react'
import { CommentItem, FoldReplies } from './comment-item.tsx'
import { refusedComments } from './merge-comments.ts'
import type { ShownComment } from './merge-comments.ts'
import { RefusedComments } from './refused-comments.tsx'
import { Replies } from './replies.tsx'
import { useThread } from './thread-context.ts'
import { WriteComment } from './write-comment.tsx'

/** A comment with its answers, which are folded at first. */
export function ThreadItem({ comment }: { comment: ShownComment }) {
  const { viewer, queued } = useThread()
  const [isOpen, setOpen] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const { _id, replies, isDeleted } = comment
  const hasRefused = viewer !== null && refusedComments(queued, _id).length > 0
  const reply = () => setWriting(true)
  return (
    <CommentItem comment={comment} {...(!isDeleted && { onReply: reply })}>
      {replies > 0 && <FoldReplies count={replies} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
      {isOpen && <Replies parentId={_id} onReply={reply} />}
      {hasRefused && <RefusedComments parentId={_id} />}
      {isWriting && (
        <WriteComment
          parentId={_id}
          onSent={() => {
            setWriting(false)
            setOpen(true)
          }}
          onCancel={() => setWriting(false)}
        />
      )}
    </CommentItem>
  )
}
