/** What a name is in its sentence when it isn't a choice. */
export type Role = 'platform' | 'shop' | 'source' | 'person' | 'place' | 'owner' | 'standard' | 'feature'
