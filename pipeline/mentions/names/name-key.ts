export * from '../name-key.ts'
