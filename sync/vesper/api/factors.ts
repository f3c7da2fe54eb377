import * as v from 'valibot'
import { PasswordForm, uuid, visible } from './fields.ts'

const CODE = 'The code has 6 digits.'
const RECOVERY = 'A recovery code has 24 letters and digits.'

/** A code of an authenticator app, with or without a gap. */
export const OtpCode = v.pipe(
  v.string(CODE),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/, CODE),
)

/** A recovery code as it was shown, in groups or not. */
export const RecoveryCodeText = v.pipe(
  v.string(RECOVERY),
  v.maxLength(64, RECOVERY),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[A-Z2-7]{24}$/, RECOVERY),
)

const BASE64URL = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\w-]*={0,2}$/))
const common = {
  id: BASE64URL,
  rawId: BASE64URL,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.nullable(v.picklist(['platform', 'cross-platform']))),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
}

/** An authenticator's answer to a challenge (`AuthenticationResponseJSON` of WebAuthn). */
export const PasskeyResponse = v.object(
  {
    ...common,
    response: v.object({
      clientDataJSON: BASE64URL,
      authenticatorData: BASE64URL,
      signature: BASE64URL,
      userHandle: v.optional(v.nullable(BASE64URL)),
    }),
  },
  'This is not the answer of a passkey.',
)

/** The ways to reach an authenticator; those that nobody knows yet are left out. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const Transports = v.pipe(
  v.array(v.unknown()),
  v.maxLength(20),
  v.transform((given) => TRANSPORTS.filter((known) => given.includes(known))),
)

/** An authenticator's new key (`RegistrationResponseJSON` of WebAuthn). */
export const NewPasskeyResponse = v.object(
  {
    ...common,
    response: v.object({
      clientDataJSON: BASE64URL,
      attestationObject: BASE64URL,
      transports: v.optional(Transports, []),
    }),
  },
  'This is not the answer of a passkey.',
)

/** `POST /auth/passkeys/options`. `challengeId`: the second factor that is asked for. */
export const PasskeyOptions = v.union([
  v.object({ purpose: v.picklist(['login', 'add', 'step-up']) }),
  v.object({ purpose: v.literal('second-factor'), challengeId: uuid }),
])
/** `options` go into `navigator.credentials` as they are, but for base64url. */
export const PasskeyOptionsAnswer = v.object({ challengeId: uuid, options: v.looseObject({ challenge: v.string() }) })

export const PasskeyLogin = v.object({
  challengeId: uuid,
  response: PasskeyResponse,
  remember: v.optional(v.boolean(), false),
})

const FactorName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  visible('Enter a name.'),
  v.maxLength(60, 'A name has at most 60 characters.'),
  v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'A name has no line breaks or control characters.'),
  v.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'A name has no characters that turn the direction of text.'),
)
export const AddPasskey = v.object({ challengeId: uuid, response: NewPasskeyResponse, name: FactorName })
export const Rename = v.object({ name: FactorName })

/** Answers a second factor: by one of a code, a recovery code and a passkey. */
export const SecondFactor = v.union(
  [
    v.object({ challengeId: uuid, code: OtpCode }),
    v.object({ challengeId: uuid, recoveryCode: RecoveryCodeText }),
    v.object({ challengeId: uuid, response: PasskeyResponse }),
  ],
  CODE,
)

/** `POST /auth/factor-reset`: at the challenge of a login whose owner has lost each second factor. */
export const FactorReset = v.object({ challengeId: uuid })
/** `dueAt`: when the second factors go, ISO 8601. */
export const FactorResetAnswer = v.object({ dueAt: v.string() })

/** Shows once more that the account's owner is there. */
export const StepUp = v.union(
  [
    v.object({
      password: v.pipe(
        v.string('Enter your password.'),
        v.minLength(1, 'Enter your password.'),
        v.maxLength(128, 'A password has at most 128 characters.'),
      ),
      passwordForm: PasswordForm,
    }),
    v.object({ code: OtpCode }),
    v.object({ recoveryCode: RecoveryCodeText }),
    v.object({ challengeId: uuid, response: PasskeyResponse }),
  ],
  CODE,
)
/** `until`: ISO 8601. The former token holds until the first use of this one. */
export const StepUpAnswer = v.object({ token: v.string(), until: v.string() })

/** `address`: for a QR code; `secret`: the same to be typed, base32. */
export const NewTotp = v.object({ secret: v.string(), address: v.string() })
export const ConfirmTotp = v.object({ code: OtpCode })
/** Shown once. Empty where the account has codes already. */
export const RecoveryCodes = v.object({ codes: v.array(v.string()) })

export const PasskeyRecord = v.object({
  _id: uuid,
  name: v.string(),
  /** A key ring has copies of it. */
  backedUp: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})

/** A session on the security page. `waiting`, `removed`: it has ended, and its device has yet to remove the data, or has. */
export const DeviceRecord = v.object({
  _id: uuid,
  name: v.string(),
  userAgent: v.string(),
  current: v.boolean(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  /** Mutations that were written there and not sent, when the device was last heard of. */
  waiting: v.number(),
  state: v.picklist(['open', 'waiting', 'removed']),
  wipedAt: v.nullable(v.string()),
})

/** `GET /users/me/security`. `resetDueAt`: when all second factors go, where somebody has asked for it. */
export const Security = v.object({
  hasPassword: v.boolean(),
  hasTotp: v.boolean(),
  passkeys: v.array(PasskeyRecord),
  codesLeft: v.number(),
  resetDueAt: v.optional(v.nullable(v.string()), null),
  sessions: v.array(DeviceRecord),
})

export const EndSessionQuery = v.object({
  /** Any value: the device removes its data at its next contact. */
  wipe: v.optional(v.string()),
})
/** The token of a session that was ended with its data. */
export const Wiped = v.object({ token: v.pipe(v.string(), v.maxLength(2_000)) })
export const Ended = v.object({ success: v.literal(true), ended: v.number() })

export type PasskeyResponse = v.InferOutput<typeof PasskeyResponse>
export type NewPasskeyResponse = v.InferOutput<typeof NewPasskeyResponse>
export type Security = v.InferOutput<typeof Security>
export type DeviceRecord = v.InferOutput<typeof DeviceRecord>
export type PasskeyRecord = v.InferOutput<typeof PasskeyRecord>
