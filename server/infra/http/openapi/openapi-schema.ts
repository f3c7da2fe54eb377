import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { requiresFiles } from '../route.ts'
import type { Route, UploadSpec } from '../route.ts'

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }
export type RequestBody = { required: boolean; content: Record<string, { schema: JsonSchema }> }

/** The parameters that an object schema names. */
export function parameters(place: 'path' | 'query', schema: v.GenericSchema | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    schema: property,
    required: place === 'path' || required.includes(name),
  }))
}

/** The body of a call: JSON or form fields, multipart where it takes files, all of them where no file is required. */
export function requestBody({ body, files }: Route): RequestBody | undefined {
  const content = {
    ...(files ? { 'multipart/form-data': { schema: multipartSchema(files, body) } } : {}),
    ...(body && !(files && requiresFiles(files)) ? plainBody(body) : {}),
  }
  return Object.keys(content).length > 0 ? { required: true, content } : undefined
}

function plainBody(body: v.GenericSchema): RequestBody['content'] {
  const schema = jsonSchema(body)
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } }
}

function multipartSchema(files: UploadSpec, body: v.GenericSchema | undefined): JsonSchema {
  const fields = body ? jsonSchema(body) : {}
  const parts = Object.entries(files).map(([name, { maxCount, maxBytes }]): [string, JsonSchema] => {
    const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` }
    return [name, maxCount > 1 ? { type: 'array', items: file, maxItems: maxCount } : file]
  })
  const required = Object.entries(files).filter(([, rule]) => rule.required)
  return {
    type: 'object',
    properties: { ...fields.properties, ...Object.fromEntries(parts) },
    required: [...(fields.required ?? []), ...required.map(([name]) => name)],
  }
}

/** The value on the wire: conversion ends where a schema turns the value into another type. */
export function jsonSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return converted as JsonSchema
}
