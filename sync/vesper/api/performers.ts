import * as v from 'valibot'
import { Creator } from '../records/creator.ts'
import { Profile } from '../records/profile.ts'
import { listOf, listQuery } from './fields.ts'

/** `GET /performers/me`: the account's own record. */
export const OwnPerformer = v.object({ ...Profile.entries, country: v.string(), dateOfBirth: v.string() })

export const PerformerSearch = listQuery(['updatedAt', 'createdAt', 'name', 'username'])
export const PerformerList = listOf(Creator)
