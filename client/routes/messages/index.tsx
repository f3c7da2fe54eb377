import { createFileRoute } from '@tanstack/react-router'
import { ChooseConversation } from '../../features/conversations/conversation-placeholder.tsx'

export const Route = createFileRoute('/messages/')({ component: ChooseConversation })
