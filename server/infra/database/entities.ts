import { OneTimeToken, Session, User } from '../../domains/accounts/entity.ts'
import { CartLine } from '../../domains/cart/entity.ts'
import { Conversation, ConversationMember } from '../../domains/conversations/entity.ts'
import { PostDraft } from '../../domains/drafts/entity.ts'
import { File } from '../files/entity.ts'
import { Follow } from '../../domains/follows/entity.ts'
import { Mail } from '../mail/entity.ts'
import { Message } from '../../domains/messages/entity.ts'
import { Performer, PerformerDocument } from '../../domains/performers/entity.ts'
import { Preferences } from '../../domains/preferences/entity.ts'
import { Product } from '../../domains/products/entity.ts'
import { Post } from '../../domains/posts/entity.ts'
import { Reaction, ReactionTotal } from '../../domains/reactions/entity.ts'
import { Setting } from '../../domains/settings/entity.ts'
import { Change, Device, Epoch, LedgerEntry, ServerRun, Space } from '../sync/entity.ts'

/** Every entity of the app. */
export const entities = [
  User,
  Session,
  OneTimeToken,
  Performer,
  PerformerDocument,
  Preferences,
  Setting,
  Conversation,
  ConversationMember,
  Message,
  PostDraft,
  File,
  Follow,
  Reaction,
  ReactionTotal,
  Product,
  CartLine,
  Post,
  Mail,
  Space,
  Change,
  LedgerEntry,
  Device,
  Epoch,
  ServerRun,
]
