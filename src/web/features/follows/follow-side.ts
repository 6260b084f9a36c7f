/** Which end of following: who follows somebody, or whom they follow. */
export type FollowSide = 'followers' | 'following'
