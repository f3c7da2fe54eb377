import type { Product } from '../../domains/content/products/entity.ts'
import { isMotif } from '../art/motifs.ts'
import type { Motif } from '../art/motifs.ts'

// A block is a product:
//
//   @hana.kiln physical 120 stock:14 photo:pot     creator, type, price, what is left, picture
//   Tea cup, ash over iron
//   Nine centimetres, one thumb mark each.

/** A product that a creator of the world sells. */
export type WorldProduct = Pick<Product, 'name' | 'description' | 'price' | 'type'> & {
  creator: string
  stock: number | null
  status: 'active' | 'archived'
  motif: Motif
}

/** Reads the file of products. Throws for a block that it does not understand, naming the file and the line. */
export function parseProducts(source: string, file: string): WorldProduct[] {
  const lines = source.split('\n')
  const heads = lines.flatMap((line, index) => (line.startsWith('@') ? [index] : []))
  return heads.map((index, n) => {
    try {
      return parseBlock(lines.slice(index, heads[n + 1] ?? lines.length))
    } catch (error) {
      throw new SyntaxError(`${file}:${index + 1}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
}

function parseBlock([head = '', name = '', ...rest]: readonly string[]): WorldProduct {
  const [creator = '', type, price, ...words] = head.slice(1).trim().split(/\s+/)
  if (type !== 'physical' && type !== 'digital') throw new SyntaxError(`no type is called "${type ?? ''}"`)
  const value = (key: string) => words.find((word) => word.startsWith(`${key}:`))?.slice(key.length + 1)
  const [motif = '', stock] = [value('photo'), value('stock')]
  if (!isMotif(motif)) throw new SyntaxError(`no motif is called "${motif}"`)
  if ((stock === undefined) === (type === 'physical')) throw new SyntaxError('a physical product has a stock, no other')
  const unknown = words.find((word) => !/^(?:photo:|stock:|archived$)/.test(word))
  if (unknown !== undefined) throw new SyntaxError(`no word is called "${unknown}"`)
  const description = rest.join(' ').trim()
  if (name.trim() === '' || description === '') throw new SyntaxError('a product has a name and a description')
  return {
    ...{ creator, type, motif, name: name.trim(), description },
    ...{ price: whole(price, 'a price'), stock: stock === undefined ? null : whole(stock, 'a stock') },
    status: words.includes('archived') ? 'archived' : 'active',
  }
}

function whole(value: string | undefined, what: string): number {
  if (!value || !/^\d{1,4}$/.test(value)) throw new SyntaxError(`"${value ?? ''}" is not ${what}`)
  return Number(value)
}
