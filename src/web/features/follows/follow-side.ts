/** A user's followers, or the users they follow. */
export type FollowSide = 'followers' | 'following'
