-- The sets of people who were in games together. Those who were in exactly the same games are one row, a circle: a table of
-- five that always meets has 31 sets and one circle. A pair of games counts once if it counts for each set of the people
-- in both: with 1 for sets of odd size, and -1 for the others (inclusion and exclusion). The weight of a circle is the sum.
WITH seats AS (SELECT game, list(person ORDER BY person) AS people FROM game_people GROUP BY game),
chosen AS (SELECT game, people, unnest(range(1, 1 << len(people))) AS bits FROM seats),
sets AS (SELECT game, list_filter(people, lambda person, place: bits & (1 << (place - 1)) > 0) AS members FROM chosen),
met AS (SELECT members, list(game ORDER BY game) AS games FROM sets GROUP BY members)
SELECT
    row_number() OVER () AS circle, games, list(members) AS sets,
    sum(if(len(members) % 2 = 1, 1, -1)) AS weight, count(*) FILTER (len(members) = 1) AS people
FROM met GROUP BY games
