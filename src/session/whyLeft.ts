/** Why a person goes: they signed out, or somebody else signed in or is about to, who may not end their drafts. */
export type WipeReason = 'signedOut' | 'otherUser'

/** Kept until the gateway has heard of a sign-out. */
export const unheardKey = 'staffroom.sign-out-unheard'

/** Where tabs read when, Unix ms, somebody left and, after a space, why, where it was no plain sign-out. */
export const leftKey = 'staffroom.signed-out-at'

export const leftText = (reason: WipeReason, now: number): string =>
  reason === 'signedOut' ? String(now) : `${now} ${reason}`

export const whyLeft = (text: string | null): WipeReason =>
  text?.endsWith(' otherUser') ? 'otherUser' : 'signedOut'

/** Unix ms; 0 where nobody left. */
export const leftAt = (text: string | null): number => Number(text?.split(' ')[0] ?? 0)
