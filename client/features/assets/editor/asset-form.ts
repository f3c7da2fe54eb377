import { equal } from '@vesper/sync/engine/core/equal.ts'
import {
  ASSET_PRICE,
  assetFields,
  assetPriceFits,
  PRODUCT_PRICE,
  VisibleTitle,
} from '@vesper/sync/vesper/api/asset-fields.ts'
import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import { Tags } from '@vesper/sync/vesper/api/tags.ts'
import { STOCK_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'
import { shownText } from '@vesper/sync/vesper/records/visible-text.ts'
import * as v from 'valibot'
import { normalizeDigits } from '../../../core/i18n/normalize-digits.ts'
import type { PagedKind } from '../asset-path.ts'

/** The fields as they are typed. Numbers are texts, so that one that is not finished stays. */
export type AssetForm = {
  title: string
  description: string
  /** Parted by blanks or commas. */
  tags: string
  access: PostAccess
  /** Tokens. */
  price: string
  type: 'physical' | 'digital'
  /** Empty for no end of them. */
  stock: string
  /** How many one buyer may have; empty for any number. */
  limitPerBuyer: string
  /** Tokens; empty for none. */
  shippingPrice: string
  /** Countries that it is sent to; empty for all. */
  shipsTo: readonly string[]
}

export type FieldErrors = Partial<Record<keyof AssetForm, string>>

/** The fields as the stored asset has them; those of a new one without it. */
export function formOf(asset: OwnAsset | null): AssetForm {
  return {
    title: asset?.title ?? '',
    description: asset?.description ?? '',
    tags: asset?.tags.join(' ') ?? '',
    access: asset?.access ?? 'public',
    price: asset && asset.price > 0 ? String(asset.price) : '',
    type: asset?.type ?? 'physical',
    stock: asset?.stock == null ? '' : String(asset.stock),
    limitPerBuyer: asset?.limitPerBuyer == null ? '' : String(asset.limitPerBuyer),
    shippingPrice: asset && asset.shippingPrice > 0 ? String(asset.shippingPrice) : '',
    shipsTo: asset?.shipsTo ?? [],
  }
}

type Read = { changes: AssetFields; errors: FieldErrors }

/**
 * The typed fields that can be saved, and the errors of the others, as sentences of the shared schemas. Access and
 * price go together. Nothing of a new asset can be saved before it has a title.
 */
export function readForm(kind: PagedKind, asset: OwnAsset | null, typed: Partial<AssetForm>): Read {
  const form = { ...formOf(asset), ...typed }
  const errors: FieldErrors = {}
  const changes: AssetFields = {}
  const title = v.safeParse(VisibleTitle, form.title)
  if (title.success) changes.title = title.output
  else errors.title = title.issues[0].message
  const tags = v.safeParse(Tags, form.tags.split(/[\s,،]+/u).filter(Boolean))
  if (tags.success) changes.tags = tags.output
  else errors.tags = tags.issues[0].message
  changes.description = shownText(form.description).trim()
  const price = tokensOf(form.price)
  const isFitting = price !== null && assetPriceFits({ kind, access: form.access, price: dueOf(kind, form, price) })
  if (isFitting) Object.assign(changes, priced(kind, form, price))
  else errors.price = kind === 'product' ? PRODUCT_PRICE : ASSET_PRICE
  if (kind === 'product') readSale(form, { changes, errors })
  if (!asset && errors.title !== undefined) return { changes: {}, errors }
  return { changes: asset ? differing(asset, changes) : changes, errors }
}

const STOCK = 'A stock is a whole number up to 100,000.'

/** The terms of a product. Files are sent nowhere. */
function readSale(form: AssetForm, { changes, errors }: Read): void {
  changes.type = form.type
  const stock = numberOrNone(form.stock)
  if (stock === undefined || (stock !== null && stock > STOCK_MAX)) errors.stock = STOCK
  else changes.stock = stock
  // Text that is no number is refused like one that is too small.
  const typed = numberOrNone(form.limitPerBuyer)
  const limit = v.safeParse(assetFields.limitPerBuyer, typed === undefined ? 0 : typed)
  if (limit.success) changes.limitPerBuyer = limit.output
  else errors.limitPerBuyer = limit.issues[0].message
  if (form.type === 'digital') return
  const shipping = v.safeParse(assetFields.shippingPrice, tokensOf(form.shippingPrice))
  if (shipping.success) changes.shippingPrice = shipping.output
  else errors.shippingPrice = shipping.issues[0].message
  changes.shipsTo = form.shipsTo.toSorted()
}

/** Null for nothing typed, undefined for what is no whole number. */
function numberOrNone(text: string): number | null | undefined {
  return text.trim() === '' ? null : (tokensOf(text) ?? undefined)
}

function priced(kind: PagedKind, { access }: AssetForm, price: number): AssetFields {
  if (kind === 'product') return { price }
  return access === 'paid' ? { access, price } : { access }
}

/** Only what is sold has a price. */
function dueOf(kind: PagedKind, { access }: AssetForm, price: number): number {
  return kind === 'product' || access === 'paid' ? price : 0
}

/** A whole number in any digits; 0 for nothing, null for what is no such number. */
function tokensOf(text: string): number | null {
  const latin = normalizeDigits(text.trim())
  return /^\d{0,9}$/.test(latin) ? Number(latin) : null
}

function differing(asset: OwnAsset, changes: AssetFields): AssetFields {
  const edited = Object.entries(changes).filter(([field, value]) => !equal(asset[field as keyof OwnAsset], value))
  return Object.fromEntries(edited)
}
