import { OneTimeToken, Session, User } from '../accounts/entity.ts'
import { CartLine } from '../cart/entity.ts'
import { Conversation, ConversationMember } from '../conversations/entity.ts'
import { PostDraft } from '../drafts/entity.ts'
import { File } from '../files/entity.ts'
import { Follow } from '../follows/entity.ts'
import { Mail } from '../mail/entity.ts'
import { Message } from '../messages/entity.ts'
import { Performer, PerformerDocument } from '../performers/entity.ts'
import { Preferences } from '../preferences/entity.ts'
import { Product } from '../products/entity.ts'
import { Post } from '../posts/entity.ts'
import { Reaction, ReactionTotal } from '../reactions/entity.ts'
import { Setting } from '../settings/entity.ts'
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
