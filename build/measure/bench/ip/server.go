// Go's net/http with maxminddb-golang, answering the fields of the file: `go run server.go FILE PORT`.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"

	"github.com/oschwald/maxminddb-golang"
)

type record struct {
	CountryCode string  `maxminddb:"country_code"`
	RegionName  string  `maxminddb:"state1"`
	City        string  `maxminddb:"city"`
	PostCode    string  `maxminddb:"postcode"`
	TimeZone    string  `maxminddb:"timezone"`
	Latitude    float32 `maxminddb:"latitude"`
	Longitude   float32 `maxminddb:"longitude"`
}

type answer struct {
	IP          string  `json:"ip"`
	IPType      int     `json:"ipType"`
	Code        string  `json:"code"`
	CountryCode string  `json:"countryCode"`
	RegionName  string  `json:"regionName"`
	City        string  `json:"city"`
	PostCode    string  `json:"postCode"`
	TimeZone    string  `json:"timeZone"`
	Latitude    float32 `json:"latitude"`
	Longitude   float32 `json:"longitude"`
	Network     string  `json:"network"`
}

func main() {
	runtime.GOMAXPROCS(1)
	db, err := maxminddb.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/v1/ip/", func(w http.ResponseWriter, r *http.Request) {
		text := strings.TrimPrefix(r.URL.Path, "/v1/ip/")
		ip := net.ParseIP(text)
		if ip == nil {
			http.Error(w, "invalid-ip", http.StatusBadRequest)
			return
		}
		var rec record
		network, ok, err := db.LookupNetwork(ip, &rec)
		if err != nil {
			http.Error(w, "internal-error", http.StatusInternalServerError)
			return
		}
		code := "unknown"
		if ok {
			code = "geoip"
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer{ip.String(), 4, code, rec.CountryCode, rec.RegionName, rec.City, rec.PostCode, rec.TimeZone, rec.Latitude, rec.Longitude, network.String()})
	})
	fmt.Fprintln(os.Stderr, http.ListenAndServe("127.0.0.1:"+os.Args[2], nil))
}
