import { createFileRoute } from '@tanstack/react-router'
import { ChooseConversation } from '../../features/conversations/no-conversation.tsx'

export const Route = createFileRoute('/messages/')({ component: ChooseConversation })
