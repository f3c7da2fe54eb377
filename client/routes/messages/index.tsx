import { createFileRoute } from '@tanstack/react-router'
import { ChooseConversation } from '../../features/conversations/choose-conversation.tsx'

export const Route = createFileRoute('/messages/')({ component: ChooseConversation })
