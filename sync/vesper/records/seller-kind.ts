import * as v from 'valibot'

/** Buyers of a trader may withdraw from a contract by law; of a private person they may not. */
export const SellerKind = v.picklist(['trader', 'private'], 'Choose how you sell.')

export type SellerKind = v.InferOutput<typeof SellerKind>
