-- Store a value if the key still holds what the caller has read, and return as read.lua what is stored afterwards.
-- KEYS[1]: the key of the entry
-- ARGV: stamp, value, life in milliseconds, channel of hints, hint, expected stamp (absent if nothing is expected)
local held = redis.call('HGET', KEYS[1], 'stamp') or nil
if held == ARGV[6] and held ~= ARGV[1] then
	-- First, so that a user who may not publish stores nothing
	redis.call('PUBLISH', ARGV[4], ARGV[5])
	redis.call('HSET', KEYS[1], 'stamp', ARGV[1], 'value', ARGV[2])
	redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
local entry = redis.call('HMGET', KEYS[1], 'stamp', 'value')
local time = redis.call('TIME')
return { time[1] * 1000 + math.floor(time[2] / 1000), entry[1], entry[2] }
