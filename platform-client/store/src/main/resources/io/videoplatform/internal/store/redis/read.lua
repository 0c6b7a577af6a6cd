-- Read an entry, and the time of the clock of the engine in milliseconds since 1970.
-- KEYS[1]: the key of the entry
local entry = redis.call('HMGET', KEYS[1], 'stamp', 'value')
local time = redis.call('TIME')
return { time[1] * 1000 + math.floor(time[2] / 1000), entry[1], entry[2] }
